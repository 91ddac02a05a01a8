import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LengthLimit } from './translator.js';

/** Lines for a process to translate, and with what. */
export interface ProcessRequest {
  /** Folder of the tools of scripts/setup/marian-tools. */
  tools: string;
  /** Paths. */
  files: { model: string; vocabularies: readonly string[]; shortlist?: string | undefined };
  lines: readonly string[];
  /** Sentences at once; with 1 each waits for the one before. */
  batch: number;
  threads: number;
  /** Lines that are translated before anything is measured. */
  warmUp: readonly string[];
  limit: LengthLimit;
}

export interface ProcessAnswer {
  texts: string[];
  /** Those of this package; Bergamot tells none. */
  confidences: number[];
  /** Processor time of the lines, user and system. */
  cpuSeconds: number;
  memory: ProcessMemory;
}

/** Bytes of a process: all that is resident, and of that what belongs to no file, such as Node's own program. */
export interface ProcessMemory {
  resident: number;
  anonymous: number;
}

/** Memory of this process, on Linux. */
export const ownMemory = (): ProcessMemory => {
  const status = readFileSync('/proc/self/status', 'latin1');
  const bytes = (name: string): number => 1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { resident: bytes('VmRSS'), anonymous: bytes('RssAnon') };
};

const built = (name: string): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? `./dist/${name}` : `./${name}`, import.meta.url));

/** Translates in a process of its own, with this package or with Bergamot. */
export const translateInProcess = (
  engine: 'translator' | 'bergamot',
  request: Omit<ProcessRequest, 'limit' | 'threads' | 'warmUp'> & Partial<ProcessRequest>,
  nodeOptions: readonly string[] = [],
): ProcessAnswer => {
  const whole: ProcessRequest = { limit: { factor: 2, extra: 0 }, threads: 1, warmUp: [], ...request };
  const output = execFileSync(process.execPath, [...nodeOptions, built(`${engine}.process.js`)], {
    input: JSON.stringify(whole),
    maxBuffer: 2 ** 26,
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return JSON.parse(output) as ProcessAnswer;
};

/** A Node process that does nothing. */
export const bareProcess = (): ProcessMemory => {
  const program = `import { ownMemory } from '${new URL(built('measured-translation.fixture.js'), 'file:').href}';
    process.stdout.write(JSON.stringify(ownMemory()))`;
  const options = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })) as ProcessMemory;
};
