import { execFileSync } from 'node:child_process';
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
  /** Processor time of the lines, user and system. */
  cpuSeconds: number;
  /** Bytes of the process after them. */
  rss: number;
}

const built = (name: string): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? `./dist/${name}` : `./${name}`, import.meta.url));

/** Translates in a process of its own, with this package or with Bergamot. */
export const translateInProcess = (
  engine: 'translator' | 'bergamot',
  request: Omit<ProcessRequest, 'limit' | 'threads' | 'warmUp'> & Partial<ProcessRequest>,
): ProcessAnswer => {
  const whole: ProcessRequest = { limit: { factor: 2, extra: 0 }, threads: 1, warmUp: [], ...request };
  const output = execFileSync(process.execPath, [built(`${engine}.process.js`)], {
    input: JSON.stringify(whole),
    maxBuffer: 2 ** 26,
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return JSON.parse(output) as ProcessAnswer;
};

/** Bytes of a Node process that does nothing. */
export const bareProcess = (): number => {
  const program = 'process.stdout.write(String(process.memoryUsage.rss()))';
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
};
