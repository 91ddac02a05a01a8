import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { isolationOf } from './program-isolation.js';

/** Address space of a program in bytes, and bytes of a file that it writes. */
const memoryLimit = 4 * 1024 ** 3;
const fileLimit = 1024 ** 3;

interface LimitedStart {
  /** Where it works; it knows no other home. */
  folder: string;
  /** Milliseconds of the processor, in whole seconds. */
  limitMs: number;
  stdio: StdioOptions;
  /** Words before the command that take from it what it need not reach. */
  isolation: readonly string[];
}

/**
 * Starts a program over files of others: in a process group of its own, without our environment, with limits of memory,
 * files and processor time.
 */
export const startLimited = (
  given: readonly string[],
  { folder, limitMs, stdio, isolation }: LimitedStart,
): ChildProcess => {
  const [command = '', ...args] = [
    ...isolation,
    ...['prlimit', `--as=${memoryLimit}`, `--fsize=${fileLimit}`, `--cpu=${Math.ceil(limitMs / 1_000)}`, '--core=0'],
    ...given,
  ];
  return spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
  });
};

/** Ends a program with all processes that it has started. */
export const killGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

interface ProgramRun extends Pick<LimitedStart, 'folder' | 'limitMs'> {
  /** The message for a file that takes longer. */
  late: string;
  /** The descriptor of a file for what it says; nobody reads that when omitted. */
  output?: number;
}

/** Runs programs over files of others, without a network and other files of this machine where the system allows that. */
export class LimitedPrograms {
  private readonly running = new Set<ChildProcess>();

  /** Ends when the program does, whatever it says of itself. @throws FormatError, the signal's reason */
  async run(
    given: readonly string[],
    { folder, limitMs, late, output }: ProgramRun,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const isolation = isolationOf(given[0] ?? '').words;
    const stdio: StdioOptions = ['ignore', output ?? 'ignore', 'ignore'];
    const child = startLimited(given, { folder, limitMs, stdio, isolation });
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
