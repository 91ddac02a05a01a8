import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LanguageCode } from '../inference.port.js';
import { engineLanguage, plainTags } from './apertium-languages.js';
import { filesOf, parseMode, type Stage, UnusableModeError } from './apertium-mode.js';
import { brokenModes } from './broken-modes.js';

/** A direction that the installed data can translate. */
export interface ApertiumPair {
  source: LanguageCode;
  target: LanguageCode;
  /** Name of the mode file: `eng-spa`. */
  mode: string;
  /** Regional or orthographic variant of either side, such as `BR` or `valencia`. */
  variant?: string;
  /** BCP 47 tag of the target's variant, where it has one. */
  tag?: LanguageCode;
  /** Starts the processes of the mode. */
  stages: readonly Stage[];
}

export interface PairTable {
  /** At most one for each pair of codes; then those to regional variants. */
  offered: readonly ApertiumPair[];
  /** Further ways between codes: variants and older names. */
  further: readonly ApertiumPair[];
  /** Mode files that cannot be used, with the reason. */
  leftOut: readonly { mode: string; reason: string }[];
}

const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

const sidesOf = (mode: string): [string, string] => {
  const match = /^([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)$/.exec(mode);
  if (match === null) throw new UnusableModeError('not a pair of languages');
  return [match[1] ?? '', match[2] ?? ''];
};

const stagesOf = (modesDir: string, mode: string, isInstalled: (program: string) => boolean): Stage[] => {
  const broken = brokenModes.get(mode);
  if (broken !== undefined) throw new UnusableModeError(broken);
  const stages = parseMode(readFileSync(join(modesDir, `${mode}.mode`), 'utf8'));
  const missing =
    stages.map((stage) => stage.program).find((program) => !isInstalled(program)) ??
    filesOf(stages).find((file) => !existsSync(file));
  if (missing !== undefined) throw new UnusableModeError(`${missing} is not installed`);
  return stages;
};

const pairsOfMode = (modesDir: string, mode: string, isInstalled: (program: string) => boolean): ApertiumPair[] => {
  const [from, to] = sidesOf(mode);
  const source = engineLanguage(from, 'source');
  const target = engineLanguage(to, 'target');
  if (source.codes.length * target.codes.length === 0) {
    throw new UnusableModeError('a language without an ISO 639-1 code');
  }
  const stages = stagesOf(modesDir, mode, isInstalled);
  const variant = [source.variant, target.variant].filter((name) => name !== undefined).join('-');
  const pairs = source.codes.flatMap((code) => target.codes.map((other) => ({ source: code, target: other })));
  const { tag } = source.variant === undefined ? target : {};
  return pairs
    .filter((pair) => pair.source !== pair.target)
    .map((pair) => ({
      ...pair,
      mode,
      stages,
      ...(variant === '' ? {} : { variant }),
      ...(tag === undefined ? {} : { tag }),
    }));
};

/** Plain before variants, and then the shorter name, so that the choice never depends on the order of a folder. */
const byPreference = (a: ApertiumPair, b: ApertiumPair): number =>
  Number(a.variant !== undefined) - Number(b.variant !== undefined) ||
  a.mode.length - b.mode.length ||
  (a.mode < b.mode ? -1 : 1);

/** Pairs to the variants that have a tag, and to the plain language by the tag that it then has, too. */
const variantPairs = (usable: readonly ApertiumPair[]): ApertiumPair[] =>
  usable.flatMap((pair) => {
    const { source, target, tag } = pair;
    if (tag === undefined) return [];
    const plain = usable.find((other) => other.source === source && other.target === target && !other.variant);
    const plainTag = plainTags.get(tag);
    return [
      { ...pair, target: tag },
      ...(plain === undefined || plainTag === undefined ? [] : [{ ...plain, target: plainTag }]),
    ];
  });

/** Reads the mode files of a folder; without the folder, an empty table. */
export const readPairTable = (modesDir: string, path = process.env.PATH ?? ''): PairTable => {
  const installed = new Map<string, boolean>();
  const isInstalled = (program: string): boolean => {
    const known = installed.get(program) ?? isOnPath(program, path);
    installed.set(program, known);
    return known;
  };
  const usable: ApertiumPair[] = [];
  const leftOut: { mode: string; reason: string }[] = [];
  const files = existsSync(modesDir) ? readdirSync(modesDir).filter((name) => name.endsWith('.mode')) : [];
  for (const mode of files.map((name) => name.slice(0, -'.mode'.length)).sort()) {
    try {
      usable.push(...pairsOfMode(modesDir, mode, isInstalled));
    } catch (error) {
      if (!(error instanceof UnusableModeError)) throw error;
      leftOut.push({ mode, reason: error.message });
    }
  }
  const offered = new Map<string, ApertiumPair>();
  const further: ApertiumPair[] = [];
  usable.sort(byPreference);
  for (const pair of [...usable, ...variantPairs(usable)]) {
    const key = `${pair.source}-${pair.target}`;
    if (offered.has(key)) further.push(pair);
    else offered.set(key, pair);
  }
  return { offered: [...offered.values()], further, leftOut };
};
