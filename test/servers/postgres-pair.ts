import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clusterDirectory, clusterPassword, superuser } from '#libs/platform/postgres/embedded/cluster.js';
import { databaseUrl } from '#libs/platform/postgres/embedded/own-database.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { processTree } from '#test/e2e/end-service.js';
import { eventually } from '#test/e2e/eventually.js';
import { signalAll, untilGone } from '#test/e2e/signals.js';
import { type RunningPostgres, startPostgres } from './postgres.js';

const run = promisify(execFile);

/** One address for whichever of the two servers is the primary, as operators give it by a proxy or a name. */
class Front {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {}

  static start(target: number): Promise<Front> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      const front = new Front(server, target);
      server.on('connection', (socket) => front.join(socket, connect({ host: '127.0.0.1', port: front.target })));
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(front));
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  leadTo(port: number): void {
    this.target = port;
    this.cut();
  }

  stop(): void {
    this.server.close();
    this.cut();
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, server: Socket): void {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(server).pipe(client);
  }
}

export interface PostgresPairOptions {
  folder: string;
  /** Whether a commit waits until the standby has it on its disk. */
  isSynchronous: boolean;
}

const replicas = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`;

/** A primary and its streaming standby behind one address. */
export class PostgresPair {
  private standbyHasEnded = false;

  private constructor(
    private readonly folders: { primary: string; standby: string },
    private readonly password: string,
    private primary: RunningPostgres,
    private standby: RunningPostgres,
    private readonly front: Front,
  ) {}

  static async start({ folder, isSynchronous }: PostgresPairOptions): Promise<PostgresPair> {
    const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
    await mkdir(folders.standby, { recursive: true, mode: 0o711 });
    const first = await startPostgres({ folder: folders.primary });
    await first.server.stop();
    await run('cp', ['-a', clusterDirectory(folders.primary), clusterDirectory(folders.standby)]);
    const password = (await clusterPassword(folders.primary)) ?? '';
    await writeFile(join(clusterDirectory(folders.standby), 'standby.signal'), '');
    const primaryInfo = `host=127.0.0.1 port=${first.port} user=${superuser} password=${password}`;
    const standbySettings = `primary_conninfo = '${primaryInfo}'\n`;
    await appendFile(join(clusterDirectory(folders.standby), 'postgresql.auto.conf'), standbySettings);
    if (isSynchronous) {
      const settings = `synchronous_standby_names = '*'\n`;
      await appendFile(join(clusterDirectory(folders.primary), 'postgresql.auto.conf'), settings);
    }
    const primary = await startPostgres({ folder: folders.primary, port: first.port });
    const standby = await startPostgres({ folder: folders.standby, port: await freePort() });
    const pair = new PostgresPair(folders, password, primary, standby, await Front.start(primary.port));
    await eventually(
      () => pair.count(replicas),
      (count) => count === 1,
    );
    return pair;
  }

  /** URL of the database, at whichever server is the primary. */
  get url(): string {
    return databaseUrl(this.front.port, this.password);
  }

  /** Ends the standby: what is committed from now on is on the primary alone. */
  async endStandby(): Promise<void> {
    await this.standby.server.stop();
    this.standbyHasEnded = true;
  }

  /** Kills the primary for good and has the standby take over its address; one that was ended is started first. */
  async failOver(): Promise<void> {
    const pids = processTree(this.primary.server.pid);
    signalAll(pids, 'SIGKILL');
    await this.primary.server.kill();
    await untilGone(pids);
    const { port } = this.standby;
    if (this.standbyHasEnded) this.standby = await startPostgres({ folder: this.folders.standby, port });
    await this.query(port, 'select pg_promote()');
    this.front.leadTo(port);
  }

  async stop(): Promise<void> {
    this.front.stop();
    await this.standby.server.stop();
    await this.primary.server.stop();
  }

  private async count(query: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(this.primary.port, query);
    return row?.count ?? 0;
  }

  private async query<Row extends object>(port: number, text: string): Promise<Row[]> {
    const client = new Client({ connectionString: databaseUrl(port, this.password) });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
