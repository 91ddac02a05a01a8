import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ApertiumPair, type ArrangedPairs, arrangePairs, pairsOfMode } from '../rules/apertium-pairs.js';
import { UnusableModeError } from '../rules/unusable-mode.errors.js';
import { filesOf, parseMode, type Stage } from './apertium-mode.js';
import { withOpenCompounds } from './compound-stage.js';
import { withSeparateWords } from './separate-words-stage.js';

/** A direction that the installed data can translate. */
export interface InstalledPair extends ApertiumPair {
  /** Stages that start the processes of the mode. */
  stages: readonly Stage[];
}

export interface PairTable extends ArrangedPairs<InstalledPair> {
  /** Mode files that cannot be used, with the reason. */
  leftOut: readonly { mode: string; reason: string }[];
}

const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

const stagesOf = (modesDir: string, mode: string, isInstalled: (program: string) => boolean): Stage[] => {
  const stages = withSeparateWords(
    mode,
    withOpenCompounds(mode, parseMode(readFileSync(join(modesDir, `${mode}.mode`), 'utf8'))),
  );
  const missing =
    stages.map((stage) => stage.program).find((program) => !isInstalled(program)) ??
    filesOf(stages).find((file) => !existsSync(file));
  if (missing !== undefined) throw new UnusableModeError(`${missing} is not installed`);
  return stages;
};

/** Reads the mode files of a folder; returns an empty table when the folder does not exist. */
export const readPairTable = (modesDir: string, path = process.env.PATH ?? ''): PairTable => {
  const installed = new Map<string, boolean>();
  const isInstalled = (program: string): boolean => {
    const known = installed.get(program) ?? isOnPath(program, path);
    installed.set(program, known);
    return known;
  };
  const usable: InstalledPair[] = [];
  const leftOut: { mode: string; reason: string }[] = [];
  const files = existsSync(modesDir) ? readdirSync(modesDir).filter((name) => name.endsWith('.mode')) : [];
  for (const mode of files.map((name) => name.slice(0, -'.mode'.length)).sort()) {
    try {
      const pairs = pairsOfMode(mode);
      const stages = stagesOf(modesDir, mode, isInstalled);
      usable.push(...pairs.map((pair) => ({ ...pair, stages })));
    } catch (error) {
      if (!(error instanceof UnusableModeError)) throw error;
      leftOut.push({ mode, reason: error.message });
    }
  }
  return { ...arrangePairs(usable), leftOut };
};
