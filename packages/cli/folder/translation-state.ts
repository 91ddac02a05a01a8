import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '../private-file.js';
import { takeLock } from './process-lock.js';

/** How far a file has come. */
export interface FileState {
  file: string;
  /** Hash of the source's bytes, in hex. */
  sha256: string;
  /** Service, languages and options, as a hash: other options are another translation. */
  options: string;
  step: 'begun' | 'uploaded' | 'done' | 'failed';
  /** Idempotency key of the upload: one whose answer was lost is not made twice. */
  key: string;
  document_id?: string | undefined;
  /** Bytes of the translation. */
  bytes?: number | undefined;
}

const steps: readonly unknown[] = ['begun', 'uploaded', 'done', 'failed'];

const isFileState = (value: unknown): value is FileState & Record<string, unknown> =>
  isRecord(value) &&
  [value.file, value.sha256, value.options, value.key].every((text) => typeof text === 'string') &&
  steps.includes(value.step);

/** A line that a kill has cut in two says nothing. */
const stateIn = (line: string): FileState | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isFileState(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** One translation of one file. */
export const stateKey = ({ file, options }: Pick<FileState, 'file' | 'options'>): string => `${options} ${file}`;

/**
 * The steps of the files of a run, a line of JSON for each step, written before and after whatever cannot be undone: a run that is
 * killed at any moment is continued by the next.
 */
export class TranslationState {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly states: Map<string, FileState>,
  ) {}

  static async open(path: string): Promise<TranslationState> {
    await mkdir(dirname(path), { recursive: true });
    await takeLock(`${path}.lock`);
    const states = await TranslationState.read(path);
    return new TranslationState(path, await open(path, 'a', 0o600), states);
  }

  /** The states in a file, the last of each; none where there is no file. */
  static async read(path: string): Promise<Map<string, FileState>> {
    const text = await readFile(path, 'utf8').catch(() => '');
    const states = text
      .split('\n')
      .map(stateIn)
      .filter((state) => state !== undefined);
    return new Map(states.map((state) => [stateKey(state), state]));
  }

  of(file: string, options: string): FileState | undefined {
    return this.states.get(stateKey({ file, options }));
  }

  async put(state: FileState): Promise<void> {
    this.states.set(stateKey(state), state);
    // A line that was cut off is ended by the line end before this one.
    await this.handle.appendFile(`\n${JSON.stringify(state)}\n`);
  }

  /** Writes the last state of each file alone, and gives the lock back. */
  async close(): Promise<void> {
    await this.handle.close();
    const lines = [...this.states.values()].map((state) => `${JSON.stringify(state)}\n`);
    await writeFile(`${this.path}.new`, lines.join(''), { mode: 0o600 });
    await rename(`${this.path}.new`, this.path);
    await rm(`${this.path}.lock`, { force: true });
  }
}
