import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '#libs/platform/config/settings.js';
import { freePort } from '#libs/platform/process/free-port.js';
import {
  type ClusterOptions,
  clusterEngines,
  type EngineName,
  type StartedEngine,
  settingsOf,
} from '#test/cluster/cluster-engines.js';
import { ApiClient } from '#test/e2e/api-client.js';
import { runCommandLine } from '#test/e2e/command-line.js';
import { eventually } from '#test/e2e/eventually.js';
import { cleanEnvironment, firstKeyIn, newDataDir } from '#test/e2e/running-service.js';
import { projectRoot } from '#test/project-root.js';
import { type RunningPostgres, startPostgres } from '#test/servers/postgres.js';
import { Engine } from './engine.js';
import { Node, type Role } from './node.js';
import { RefusingProxy } from './refusing-proxy.js';
import { SmallDisk } from './small-disk.js';

const program = join(projectRoot, 'dist/test/cluster/main.js');
const nodesOfARole = 2;
const startWithinMs = 300_000;

export const roles: readonly Role[] = ['api', 'projector', 'worker'];
export const engineNames = ['database', 'event-store', 'kafka', 'redis', 's3', 'triton'] as const;
export type FaultyEngine = EngineName | 'database';

/** A single pair: the engine of translations then starts in seconds. */
const serviceSettings = {
  TRANSLEDGER_LANGUAGE_PAIRS: 'en-es',
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true',
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
};

/**
 * The cluster of `npm run cluster`, whose engines belong to this process: they are given to it by their
 * settings. Its nodes belong to their supervisor, which is not touched.
 */
export class FaultCluster {
  private supervisor: ChildProcess | undefined;
  private database: Engine<RunningPostgres> | undefined;
  private readonly engines = new Map<EngineName, Engine<StartedEngine>>();
  private front: RefusingProxy | undefined;
  disk: SmallDisk | undefined;
  settings: Record<string, string> = {};
  nodes: readonly Node[] = [];

  private constructor(
    readonly dataDir: string,
    private readonly options: ClusterOptions,
  ) {}

  /** @throws when it does not start; nothing is left running then */
  static async start(options: ClusterOptions = {}): Promise<FaultCluster> {
    const cluster = new FaultCluster(await newDataDir(), options);
    try {
      await cluster.startEngines();
      await cluster.startNodes();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get client(): ApiClient {
    return new ApiClient(`http://127.0.0.1:${this.settings.PORT}`, firstKeyIn(this.dataDir));
  }

  get proxy(): RefusingProxy {
    if (this.front === undefined) throw new Error('There is no S3 server');
    return this.front;
  }

  engine(name: FaultyEngine): Engine {
    const engine = name === 'database' ? this.database : this.engines.get(name);
    if (engine === undefined) throw new Error(`There is no ${name}`);
    return engine;
  }

  /** Number of Kafka brokers. */
  get brokers(): number {
    return this.options.brokers ?? 1;
  }

  /** The control port of the double, which changes with each of its starts. */
  get eventStoreControl(): NonNullable<StartedEngine['control']> {
    const control = this.engines.get('event-store')?.started.control;
    if (control === undefined) throw new Error('The event store is no double');
    return control;
  }

  commandLine<T>(...args: string[]): Promise<T> {
    return runCommandLine<T>(this.settings, ...args);
  }

  /** Ends everything; with `keepData` the data stay where they are, but for the objects in S3. */
  async stop({ keepData = false } = {}): Promise<void> {
    for (const node of this.nodes) node.resume();
    const { supervisor } = this;
    if (supervisor !== undefined && supervisor.exitCode === null && supervisor.signalCode === null) {
      supervisor.kill('SIGTERM');
      await new Promise((resolve) => supervisor.once('exit', resolve));
    }
    await Promise.all([...this.engines.values()].map((engine) => engine.stop()));
    await this.database?.stop();
    this.front?.stop();
    await this.disk?.unmount();
    if (!keepData) await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  private async startEngines(): Promise<void> {
    const { dataDir } = this;
    this.disk = await SmallDisk.mount(join(dataDir, 'cluster/s3/objects'));
    const settings = readSettings({ ...serviceSettings, TRANSLEDGER_DATA_DIR: dataDir });
    const folder = join(dataDir, 'postgres');
    const starting = clusterEngines(settings, this.options).map(async ({ name, start }) => {
      const home = join(dataDir, 'cluster', name);
      await mkdir(home, { recursive: true });
      const engine = await Engine.start(name, (port) => start(home, port));
      this.engines.set(name, engine);
    });
    const startingDatabase = Engine.start('database', (port) => startPostgres({ folder, port })).then((engine) => {
      this.database = engine;
    });
    // Each start is awaited, so that every engine that has started can be stopped.
    const outcomes = await Promise.allSettled([...starting, startingDatabase]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    const s3 = this.engines.get('s3');
    this.front = s3 && (await RefusingProxy.start(s3.started.port));
    this.settings = {
      ...settingsOf([...this.engines.values()].map(({ started }) => started)),
      ...serviceSettings,
      ...(this.front && { S3_ENDPOINT: this.front.url }),
      DATABASE_URL: this.database?.started.url ?? '',
      TRANSLEDGER_DATA_DIR: dataDir,
      PORT: String(await freePort()),
    };
  }

  private async startNodes(): Promise<void> {
    const log = openSync(join(this.dataDir, 'cluster.log'), 'w');
    const supervisor = spawn(process.execPath, [program], {
      cwd: projectRoot,
      env: { ...cleanEnvironment(), ...this.settings },
      stdio: ['ignore', log, log],
      // Ctrl-C is for this process alone, which then ends the child.
      detached: true,
    });
    this.supervisor = supervisor;
    const logs = join(this.dataDir, 'logs');
    this.nodes = roles.flatMap((role) =>
      Array.from({ length: nodesOfARole }, (_, index) => {
        const name = `${role}-${index + 1}`;
        return new Node(role, name, join(logs, `${name}.log`), supervisor.pid ?? 0);
      }),
    );
    await eventually(
      async () => {
        if (supervisor.exitCode !== null) throw new Error(`The cluster ended: ${this.output()}`);
        return this.output().includes('Try it:');
      },
      (isReady) => isReady,
      startWithinMs,
    );
  }

  private output(): string {
    return readFileSync(join(this.dataDir, 'cluster.log'), 'utf8');
  }
}
