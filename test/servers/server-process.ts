import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#libs/platform/process/process-liveness.js';

const stopWithinMs = 10_000;

export interface ServerProgram {
  name: string;
  /** Folder of its data, its log and its process id; a temporary one when omitted. */
  folder?: string | undefined;
  /** Whether the stop removes the folder; a temporary one is always removed. */
  removesFolder?: boolean;
  /** Returns the program to run in the folder. */
  command: (folder: string) => {
    program: string;
    args: string[];
    env?: NodeJS.ProcessEnv;
    options?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
  };
  /** Whether the server can be used; called again and again. */
  isReady: (log: string) => boolean | Promise<boolean>;
  startWithinMs?: number;
}

/** A server on loopback that this process has started. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly name: string,
    readonly folder: string,
    private readonly removesFolder: boolean,
  ) {}

  /** Starts the server; one that a killed process left in the folder is ended first. */
  static async start(program: ServerProgram): Promise<ServerProcess> {
    const folder = program.folder ?? (await mkdtemp(join(tmpdir(), `transledger-${program.name}-`)));
    await mkdir(folder, { recursive: true });
    await endLeftover(folder);
    const { program: command, args, env, options } = program.command(folder);
    const log = openSync(join(folder, 'server.log'), 'w');
    // Its own process group: Ctrl-C must not stop it before the processes that still use it.
    const child = spawn(command, args, {
      cwd: folder,
      env: env ?? process.env,
      stdio: ['ignore', log, log],
      detached: true,
      ...options,
    });
    const server = new ServerProcess(
      child,
      program.name,
      folder,
      program.removesFolder ?? program.folder === undefined,
    );
    let failure: string | undefined;
    child.once('error', (error) => {
      failure = error.message;
    });
    if (child.pid !== undefined) writeFileSync(pidFile(folder), String(child.pid));
    const deadline = performance.now() + (program.startWithinMs ?? 60_000);
    while (!(await program.isReady(server.log()))) {
      failure ??= child.exitCode === null && child.signalCode === null ? undefined : 'it ended';
      if (performance.now() > deadline) failure ??= 'it took too long';
      if (failure !== undefined) {
        await server.kill();
        throw new Error(`${program.name} did not start: ${failure}\n${server.log().slice(-2000)}`);
      }
      await sleep(25);
    }
    return server;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  log(): string {
    return readFileSync(join(this.folder, 'server.log'), 'utf8');
  }

  /** Sends SIGTERM, and SIGKILL when the server does not end; removes a temporary folder. */
  async stop(withinMs = stopWithinMs): Promise<void> {
    this.signal('SIGTERM');
    await Promise.race([this.ended(), sleep(withinMs, undefined, { ref: false })]);
    await this.kill();
    if (this.removesFolder) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Sends SIGKILL; the folder stays, so that a server can be started on it again. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
    rmSync(pidFile(this.folder), { force: true });
  }

  pause(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.isRunning()) process.kill(-this.pid, signal);
  }

  private isRunning(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the server has ended, by itself or not. */
  ended(): Promise<void> {
    if (!this.isRunning()) return Promise.resolve();
    return new Promise((resolve) => this.child.once('exit', () => resolve()));
  }
}

const pidFile = (folder: string): string => join(folder, 'server.pid');

/** Ends only a process that was started in this very folder: its id may have gone to another process since. */
const endLeftover = async (folder: string): Promise<void> => {
  if (!existsSync(pidFile(folder))) return;
  const pid = Number(readFileSync(pidFile(folder), 'utf8'));
  const command = isAlive(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  if (command.includes(folder)) {
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await sleep(10);
  }
  rmSync(pidFile(folder), { force: true });
};
