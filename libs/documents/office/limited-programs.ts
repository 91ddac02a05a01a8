import { type ChildProcess, spawn } from 'node:child_process';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { isolationOf } from './program-isolation.js';

/** Address space of a program in bytes, and bytes of a file that it writes. */
const memoryLimit = 4 * 1024 ** 3;
const fileLimit = 1024 ** 3;

interface ProgramRun {
  /** Where it works; it knows no other home. */
  folder: string;
  limitMs: number;
  /** The message for a file that takes longer. */
  late: string;
}

/**
 * Runs programs over files of others: each in a process group of its own, without a network and other files of this machine
 * where the system allows that, and with limits of time and memory.
 */
export class LimitedPrograms {
  private readonly running = new Set<ChildProcess>();

  /** `isolation` gives the words before a command of a program that take from it what it need not reach. */
  constructor(
    private readonly isolation: (program: string) => readonly string[] = (program) => isolationOf(program).words,
  ) {}

  /** Ends when the program does, whatever it says of itself. @throws FormatError, the signal's reason */
  async run(
    given: readonly string[],
    { folder, limitMs, late }: ProgramRun,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const [command = '', ...args] = [
      ...this.isolation(given[0] ?? ''),
      ...['prlimit', `--as=${memoryLimit}`, `--fsize=${fileLimit}`, `--cpu=${Math.ceil(limitMs / 1_000)}`, '--core=0'],
      ...given,
    ];
    const child = spawn(command, args, {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
    });
    this.running.add(child);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGroup(child);
    }, limitMs);
    const abort = () => killGroup(child);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', () => resolve());
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.running.delete(child);
      killGroup(child);
    }
    signal?.throwIfAborted();
    if (isLate) throw new FormatError('hostile', late);
  }

  /** Ends what is running. */
  close(): void {
    for (const child of this.running) killGroup(child);
  }
}

/** Programs start processes of their own. */
const killGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};
