import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { javaArguments } from './java.js';

const run = promisify(execFile);

/** Profiles of conformance, named as veraPDF names them. */
export type Profile = '1a' | '1b' | '2a' | '2b' | 'ua1';

/** The rules that were broken, by file; none for a file that conforms. */
export type Verdicts = Readonly<Record<string, readonly string[]>>;

const maxOutput = 64 * 1024 * 1024;

/** Has veraPDF, a program of its own, look at files in memory. */
export const verdictsOf = async (files: Readonly<Record<string, Uint8Array>>, profile: Profile): Promise<Verdicts> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-verapdf-'));
  try {
    const paths = Object.keys(files).map((name) => join(folder, `${name}.pdf`));
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, `${name}.pdf`), bytes);
    const options = ['--flavour', profile, '--format', 'text', '--verbose', '--maxfailuresdisplayed', '1'];
    const lines = (await veraPdf([...options, ...paths])).split('\n');
    return verdictsIn(lines);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Its exit status says whether all files conform, which is no failure of its own. */
const veraPdf = async (args: readonly string[]): Promise<string> => {
  const java = ['-Xmx1g', ...javaArguments('verapdf-1.28.2'), 'org.verapdf.apps.GreenfieldCliWrapper'];
  try {
    const { stdout } = await run('java', [...java, ...args], { maxBuffer: maxOutput });
    return stdout;
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || stdout === '') throw error;
    return stdout;
  }
};

/** `PASS file profile`, or `FAIL file profile` with a line for each rule below. */
const verdictsIn = (lines: readonly string[]): Verdicts => {
  const verdicts: Record<string, string[]> = {};
  let rules: string[] = [];
  for (const line of lines) {
    const [, outcome, path] = /^(PASS|FAIL) (.*) \w+$/.exec(line) ?? [];
    if (path !== undefined) {
      rules = outcome === 'FAIL' ? ['FAIL'] : [];
      verdicts[basename(path, '.pdf')] = rules;
    } else if (line.trim().startsWith('FAIL')) rules.push(line.trim());
  }
  return verdicts;
};
