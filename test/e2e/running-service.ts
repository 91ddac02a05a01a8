import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#libs/embedded-postgres/free-port.js';
import { isAlive } from '#libs/embedded-postgres/process-liveness.js';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/apps/standalone/main.js');
const startWithinMs = 120_000;

export interface ServiceOptions {
  dataDir?: string;
  port?: number;
  settings?: Record<string, string>;
}

export interface StartedProgram {
  process: ChildProcess;
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'transledger-e2e-'));

/** Settings of this machine must not leak into the service under test. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('TRANSLEDGER_') && !/^(HOST|PORT|.*_URL)$/.test(name),
    ),
  );

/** Runs the built service as `npm start` does after its preparations. */
export const runProgram = (settings: Record<string, string>): StartedProgram => {
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: root,
    env: { ...cleanEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { process: child, output: () => output, ended };
};

const parentOf = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The process and all that descend from it. */
export const processTree = (pid: number): number[] => {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]));
  const tree = [pid];
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
};

const postmasterOf = (dataDir: string): number | undefined => {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone already.
  }
};

/** The running service, driven from outside. */
export class RunningService {
  readonly url: string;

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly settings: Record<string, string>,
    private started: StartedProgram,
    readonly apiKey: string,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts a service on an empty data folder, with the key that it prints. */
  static async start(options: ServiceOptions = {}): Promise<RunningService> {
    const dataDir = options.dataDir ?? (await newDataDir());
    const port = options.port ?? (await freePort());
    const settings = { TRANSLEDGER_DATA_DIR: dataDir, PORT: String(port), ...options.settings };
    const started = runProgram(settings);
    await untilReady(started);
    const key = /tl_live_[0-9A-Za-z]{38}/.exec(started.output())?.[0] ?? '';
    return new RunningService(dataDir, port, settings, started, key);
  }

  get output(): string {
    return this.started.output();
  }

  get pid(): number {
    return this.started.process.pid ?? 0;
  }

  fetch(path: string, init: RequestInit & { key?: string | null } = {}): Promise<Response> {
    const { key = this.apiKey, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return fetch(`${this.url}${path}`, { ...rest, headers });
  }

  postJson(path: string, body: unknown, init: RequestInit & { key?: string | null } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.fetch(path, { method: 'POST', body: JSON.stringify(body), ...init, headers });
  }

  /** SIGKILL to every process of the service at once, the database too. */
  async killEverything(): Promise<void> {
    const postmaster = postmasterOf(this.dataDir);
    const pids = new Set([...processTree(this.pid), ...(postmaster === undefined ? [] : processTree(postmaster))]);
    for (const pid of pids) kill(pid);
    await this.started.ended;
    while ([...pids].some(isAlive)) await sleep(10);
  }

  async restart(): Promise<void> {
    this.started = runProgram(this.settings);
    await untilReady(this.started);
  }

  async stop(): Promise<number | null> {
    this.started.process.kill('SIGTERM');
    return this.started.ended;
  }

  /** Stops the service, whatever state it is in, and removes its data. */
  async dispose(): Promise<void> {
    if (this.started.process.exitCode === null && this.started.process.signalCode === null) await this.stop();
    const postmaster = postmasterOf(this.dataDir);
    if (postmaster !== undefined) for (const pid of processTree(postmaster)) kill(pid);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const untilReady = async (started: StartedProgram): Promise<void> => {
  const deadline = performance.now() + startWithinMs;
  while (!started.output().includes('Transledger is ready.') || !started.output().includes('Try it:')) {
    if (started.process.exitCode !== null) throw new Error(`The service ended: ${started.output()}`);
    if (performance.now() > deadline) throw new Error(`The service did not start: ${started.output()}`);
    await sleep(25);
  }
};
