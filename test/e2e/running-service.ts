import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#libs/platform/process/free-port.js';
import { isAlive } from '#libs/platform/process/process-liveness.js';
import { projectRoot } from '#test/project-root.js';
import { ApiClient } from './api-client.js';
import { endService, postmasterOf, processTree } from './end-service.js';
import { PrintedOutput } from './printed-output.js';
import { signalAll, untilGone } from './signals.js';

/** `E2E_CLUSTER=1` drives the whole cluster of `npm run cluster` instead of `npm start`'s service. */
const isCluster = process.env.E2E_CLUSTER === '1';
const program = join(projectRoot, 'dist', isCluster ? 'test/cluster/main.js' : 'apps/standalone/main.js');
/** A server that keeps its events from run to run, so that each data folder has streams of its own there. */
const eventStoreUrl = process.env.E2E_EVENTSTORE_URL;

const eventStoreSettings = (dataDir: string): Record<string, string> =>
  eventStoreUrl === undefined
    ? {}
    : { EVENTSTORE_URL: eventStoreUrl, TRANSLEDGER_EVENTSTORE_STREAM_PREFIX: `${basename(dataDir)}-` };
const startWithinMs = 120_000;

export interface ServiceOptions {
  dataDir?: string;
  port?: number;
  settings?: Record<string, string>;
}

/** The key that the first start without a terminal wrote; empty where it was shown to one, or given. */
export const firstKeyIn = (dataDir: string): string => {
  const file = join(dataDir, 'first-api-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

/** A process of a service, wherever in this run it was started. */
export interface ServiceProcess {
  pid: number;
  printed: PrintedOutput;
  /** Resolves with the exit code. */
  ended: () => Promise<number | null>;
}

/** A service whose process another process of this run has started, and starts again. */
export interface HeldService {
  dataDir: string;
  port: number;
  metricsPort: number;
  apiKey: string;
  process: ServiceProcess;
  startAgain: () => Promise<ServiceProcess>;
}

export interface StartedProgram {
  process: ChildProcess;
  /** Everything that was printed, standard error last. */
  output: () => string;
  /** The same, by where it went. */
  printed: PrintedOutput;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'transledger-e2e-'));

/** Settings of this machine must not leak into the service under test. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('TRANSLEDGER_') && !/^(HOST|PORT|.*_URLS?|KAFKA_.*|S3_.*)$/.test(name),
    ),
  );

/**
 * Runs the built service as `npm start` does, but without source maps: each start would read them all. The service stops
 * with the process that started it, however that ends.
 */
export const runProgram = (settings: Record<string, string>, ...args: string[]): StartedProgram =>
  follow((stdout, stderr) =>
    spawn(process.execPath, [program, ...args], {
      ...inProject(settings),
      stdio: ['ignore', stdout, stderr, 'ipc'],
    }),
  );

/** Runs `npm start`, with what it starts in turn. */
export const runNpmStart = (settings: Record<string, string>): StartedProgram =>
  follow((stdout, stderr) => spawn('npm', ['start'], { ...inProject(settings), stdio: ['ignore', stdout, stderr] }));

const inProject = (settings: Record<string, string>) => ({
  cwd: projectRoot,
  env: { ...cleanEnvironment(), ...settings },
});

const follow = (start: (stdout: number, stderr: number) => ChildProcess): StartedProgram => {
  const printed = new PrintedOutput();
  const child = printed.whileOpen(start);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { process: child, output: () => printed.stdout + printed.stderr, printed, ended };
};

const startedHere = async (settings: Record<string, string>): Promise<ServiceProcess> => {
  const started = runProgram(settings);
  await untilReady(started);
  return { pid: started.process.pid ?? 0, printed: started.printed, ended: () => started.ended };
};

/** Program and arguments of a process; nothing of one that has ended. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** The running service, driven from outside. */
export class RunningService extends ApiClient {
  private constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly metricsPort: number,
    /** The process, shared by all views of a service: a restart through one view is a restart for all. */
    private readonly life: Pick<HeldService, 'process' | 'startAgain'>,
    apiKey: string,
  ) {
    super(`http://127.0.0.1:${port}`, apiKey);
  }

  /** Starts a service on an empty data folder, with the key that it writes there. */
  static async start(options: ServiceOptions = {}): Promise<RunningService> {
    const dataDir = options.dataDir ?? (await newDataDir());
    for (;;) {
      try {
        return await RunningService.startOn(dataDir, options);
      } catch (error) {
        // Somebody else on the machine took the free port before the service did: there are others.
        const isLost = options.port === undefined && /is taken\. Set PORT or HOST/.test(String(error));
        if (!isLost) throw error;
      }
    }
  }

  private static async startOn(dataDir: string, options: ServiceOptions): Promise<RunningService> {
    const port = options.port ?? (await freePort());
    const metricsPort = await freePort();
    const settings = {
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(port),
      TRANSLEDGER_METRICS_PORT: String(metricsPort),
      ...eventStoreSettings(dataDir),
      ...options.settings,
    };
    const startAgain = () => startedHere(settings);
    const process = await startAgain();
    const apiKey = firstKeyIn(dataDir);
    return RunningService.of({ dataDir, port, metricsPort, apiKey, process, startAgain });
  }

  static of({ dataDir, port, metricsPort, apiKey, ...life }: HeldService): RunningService {
    return new RunningService(dataDir, port, metricsPort, life, apiKey);
  }

  get held(): HeldService {
    const { dataDir, port, metricsPort, apiKey } = this;
    return { dataDir, port, metricsPort, apiKey, ...this.life };
  }

  /** The page of metrics of all roles. */
  metrics(): Promise<Response> {
    return fetch(`${this.metricsOrigin}/metrics`);
  }

  get metricsOrigin(): string {
    return `http://127.0.0.1:${this.metricsPort}`;
  }

  /** Everything that the service printed, standard error last. */
  get output(): string {
    return this.printed.stdout + this.printed.stderr;
  }

  get printed(): PrintedOutput {
    return this.life.process.printed;
  }

  /** Settings by which the command line finds the service. */
  get commandLineSettings(): Record<string, string> {
    return { TRANSLEDGER_DATA_DIR: this.dataDir, ...eventStoreSettings(this.dataDir) };
  }

  /** The log of the service, what else it printed since it was ready, and the logs of the nodes of a cluster. */
  logs(): string {
    const folder = join(this.dataDir, 'logs');
    const nodeLogs = existsSync(folder)
      ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      : [];
    const { stdout, stderr } = this.printed;
    const sinceReady = stderr.slice(stderr.indexOf('Try it:')).split('\n').slice(4);
    return [stdout, ...sinceReady, ...nodeLogs].join('\n');
  }

  /** Names of the files that hold documents. */
  storedFiles(): string[] {
    const folder = join(this.dataDir, isCluster ? 'cluster/s3/objects/documents' : 'documents');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && basename(entry.parentPath) !== 'signed-heads')
      .map(({ name }) => name);
  }

  get pid(): number {
    return this.life.process.pid;
  }

  /** Sends SIGKILL to every process of the service at once, the database too. */
  async killEverything(): Promise<void> {
    const postmaster = postmasterOf(this.dataDir);
    const pids = new Set([...processTree(this.pid), ...(postmaster === undefined ? [] : processTree(postmaster))]);
    signalAll([...pids], 'SIGKILL');
    await untilGone([...pids]);
  }

  async restart(): Promise<void> {
    this.life.process = await this.life.startAgain();
  }

  async stop(): Promise<number | null> {
    signalAll([this.pid], 'SIGTERM');
    return this.life.process.ended();
  }

  /** Process id of a role. */
  roleOf(role: 'api' | 'projector' | 'worker'): number {
    const pid = this.runningRole(role);
    if (pid === undefined) throw new Error(`no ${role} runs`);
    return pid;
  }

  /** Process id of a role; undefined while none runs. */
  runningRole(role: 'api' | 'projector' | 'worker' | 'inference'): number | undefined {
    const program = `dist/apps/${role}/main.js`;
    return processTree(this.pid).find((id) => commandOf(id).includes(program));
  }

  /** The same service, seen by another organization. */
  as(apiKey: string): RunningService {
    return new RunningService(this.dataDir, this.port, this.metricsPort, this.life, apiKey);
  }

  get isRunning(): boolean {
    return isAlive(this.pid);
  }

  /** Ends the service at once, in whatever state it is, and removes its data. */
  async dispose(): Promise<void> {
    await endService(this.dataDir, this.isRunning ? processTree(this.pid) : []);
    await this.printed.remove();
  }
}

/** Waits until the service says that it is ready. */
export const untilReady = async (started: StartedProgram): Promise<void> => {
  const deadline = performance.now() + startWithinMs;
  while (!started.output().includes('Transledger is ready.') || !started.output().includes('Try it:')) {
    if (started.process.exitCode !== null) throw new Error(`The service ended: ${started.output()}`);
    if (performance.now() > deadline) throw new Error(`The service did not start: ${started.output()}`);
    await sleep(25);
  }
};
