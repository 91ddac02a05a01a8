import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { processesOfGroup, residentBytes } from '#libs/platform/process/process-memory.js';
import { killGroup, startLimited } from './limited-programs.js';
import type { PooledProcess } from './office-pool.js';
import { writeOfficeProfile } from './office-profile.js';
import { makeScratchFolder, removeFolder } from './office-scratch.js';

/** In the folder of a process: an empty document of ours that stays open, its lock, and what belongs to one file. */
const openFile = 'open.txt';
const lockFile = `.~lock.${openFile}#`;
const fileFolder = 'file';

/** The empty store of certificates that LibreOffice makes at the first file that could be signed. */
const certificateStore = /^lu\w+\.tmp\/lu\w+\.tmp\/(?:cert9\.db|key4\.db|pkcs11\.txt)$/;

/**
 * LibreOffice ends after `--convert-to` unless a document is open, so that one of ours is. A further call of it with the same profile
 * hands its words to the one that runs, and comes back when that has done what they say. All of it ends when the LibreOffice that
 * stays does, and when we do: our ends of standard input and of the third pipe close then.
 */
const script = `
office=$1 profile=$2
call() {
  "$office" --headless --norestore --nologo --nolockcheck --nodefault "-env:UserInstallation=$profile" "$@" </dev/null >/dev/null 2>&1 3<&-
}
stop() {
  kill $$
  kill -9 0
}
trap exit TERM
(read -r _ <&3; stop) </dev/null >/dev/null 2>&1 &
(call ${openFile}; stop) &
until [ -s '${lockFile}' ]; do sleep 0.02; done
echo ready
while IFS= read -r name && IFS= read -r filter; do
  call --convert-to "$filter" --outdir ${fileFolder}/output "${fileFolder}/$name"
  echo done
done
stop`;

/** A file for a process; the paths lead out of its folder. */
export interface OfficeJob {
  source: string;
  from: string;
  /** The argument of `--convert-to`. */
  filter: string;
  /** The place for what is made. */
  target: string;
  to: string;
  limitMs: number;
  signal: AbortSignal | undefined;
}

interface OfficeStart {
  program: string;
  isolation: readonly string[];
  /** Milliseconds of the processor that it may use. */
  limitMs: number;
}

/** The program made nothing of a file, or ended. */
export class OfficeFault extends Error {
  override readonly name = 'OfficeFault';

  /** `isOfFirst`: of the first file that the process was given. */
  constructor(readonly isOfFirst: boolean) {
    super('LibreOffice made nothing of the file');
  }
}

/** Starts LibreOffice with a folder and a profile of its own. */
export const startOffice = async ({ program, isolation, limitMs }: OfficeStart): Promise<OfficeProcess> => {
  const folder = await makeScratchFolder();
  try {
    const profile = join(folder, 'profile');
    await writeOfficeProfile(profile);
    await writeFile(join(folder, openFile), '');
    const profileUrl = pathToFileURL(profile).href;
    const child = startLimited(['sh', '-c', script, 'sh', program, profileUrl], {
      folder,
      limitMs,
      isolation,
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    return new OfficeProcess(child, folder, pipeOf(profileUrl));
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
};

/** The place of the pipe by which calls reach the LibreOffice of a profile: a killed one leaves it behind. */
const pipeOf = (profileUrl: string): string => {
  const digest = createHash('md5').update(Buffer.from(profileUrl, 'utf16le')).digest();
  const name = Array.from(digest, (byte) => byte.toString(16)).join('');
  return join('/tmp', `OSL_PIPE_${userInfo().uid}_SingleOfficeIPC_${name}`);
};

/** One LibreOffice that stays for several files, one after the other. */
export class OfficeProcess implements PooledProcess {
  files = 0;
  workedMs = 0;
  hasEnded = false;
  private readonly closed: Promise<void>;
  private readonly answers: AsyncIterator<string>;
  private own: ReadonlySet<string> | undefined;
  private ending: Promise<void> | undefined;
  private startError: Error | undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly pipe: string,
  ) {
    this.closed = new Promise((resolve) => {
      const onEnd = (): void => {
        this.hasEnded = true;
        resolve();
      };
      child.once('close', onEnd).once('error', (error) => {
        this.startError = error;
        onEnd();
      });
    });
    this.unref();
    for (const stream of child.stdio) stream?.on('error', () => killGroup(child));
    this.answers = createInterface({ input: child.stdout ?? Readable.from([]) })[Symbol.asyncIterator]();
  }

  /** @throws OfficeFault, FormatError, the signal's reason, what kept it from starting */
  async convert(job: OfficeJob): Promise<void> {
    const isFirst = this.files === 0;
    const began = performance.now();
    this.files += 1;
    this.ref();
    try {
      const isMade = await this.withinLimits(job, () => this.make(job));
      if (!isMade) throw this.startError ?? new OfficeFault(isFirst);
    } finally {
      await rm(join(this.folder, fileFolder), { recursive: true, force: true });
      this.workedMs += performance.now() - began;
      this.unref();
    }
  }

  async residentBytes(): Promise<number> {
    return await residentBytes(await processesOfGroup(this.child.pid ?? 0));
  }

  async hasTraces(): Promise<boolean> {
    const files = await filesIn(this.folder);
    return files.some((path) => !this.own?.has(path) && !certificateStore.test(path));
  }

  async end(): Promise<void> {
    this.ending ??= this.endNow();
    await this.ending;
  }

  private async endNow(): Promise<void> {
    this.ref();
    killGroup(this.child);
    await this.closed;
    await rm(this.pipe, { force: true });
    await removeFolder(this.folder);
  }

  private ref(): void {
    for (const handle of this.handles()) handle.ref();
  }

  /** While it waits it holds up nobody who has nothing else to do: with our ends of its pipes it ends, too. */
  private unref(): void {
    for (const handle of this.handles()) handle.unref();
  }

  private handles(): { ref(): unknown; unref(): unknown }[] {
    return [this.child, ...this.child.stdio.filter((stream) => stream instanceof Socket)];
  }

  /** Whether the file was made. */
  private async make({ source, from, filter, target, to }: OfficeJob): Promise<boolean> {
    if (this.own === undefined) {
      if (!(await this.hasAnswered())) return false;
      this.own = new Set(await filesIn(this.folder));
    }
    const place = join(this.folder, fileFolder);
    await mkdir(join(place, 'output'), { recursive: true });
    await copyFile(source, join(place, `document.${from}`));
    this.child.stdin?.write(`document.${from}\n${filter}\n`);
    const made = join(place, 'output', `document.${to}`);
    if (!(await this.hasAnswered()) || !(await isFile(made))) return false;
    await rename(made, target);
    // Where it lies now the program cannot make another thing of it any more.
    return isFile(target);
  }

  /** It has ended where it does not answer. */
  private async hasAnswered(): Promise<boolean> {
    return (await this.answers.next()).done !== true;
  }

  /** Ends the process when the work takes too long, or its caller goes away. */
  private async withinLimits({ limitMs, signal }: OfficeJob, work: () => Promise<boolean>): Promise<boolean> {
    let isLate = false;
    const kill = (): void => killGroup(this.child);
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, limitMs);
    signal?.addEventListener('abort', kill, { once: true });
    try {
      signal?.throwIfAborted();
      const isDone = await work();
      signal?.throwIfAborted();
      if (isLate) throw new FormatError('hostile', 'The document takes too long to convert.');
      return isDone;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    }
  }
}

/** Whether it is a file and leads nowhere else. */
const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isFile();
  } catch {
    return false;
  }
};

/** The files below a folder that hold something. */
const filesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  const holding = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => undefined);
      return found !== undefined && !found.isDirectory() && found.size > 0;
    }),
  );
  return names.filter((_name, place) => holding[place]);
};
