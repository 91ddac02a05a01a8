import { processTree } from '#test/e2e/end-service.js';
import { signalAll, untilGone } from '#test/e2e/signals.js';
import type { ServerProcess } from '#test/servers/server-process.js';

interface Started {
  server: ServerProcess;
  port: number;
}

/** Times that a start is tried: between its choice and its use a port may be taken. */
const tries = 3;

const startAgainAndAgain = async <S>(start: () => Promise<S>): Promise<S> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === tries) throw error;
    }
  }
};

/** A server of the cluster that can be killed and restarted on the same port and folder. */
export class Engine<S extends Started = Started> {
  private constructor(
    readonly name: string,
    private readonly startAt: (port?: number) => Promise<S>,
    private current: S,
  ) {}

  static async start<S extends Started>(name: string, startAt: (port?: number) => Promise<S>): Promise<Engine<S>> {
    return new Engine(name, startAt, await startAgainAndAgain(startAt));
  }

  get started(): S {
    return this.current;
  }

  /** Sends SIGKILL to the server and all its descendants; the backends of PostgreSQL are in groups of their own. */
  async kill(): Promise<void> {
    const pids = this.pids();
    signalAll(pids, 'SIGKILL');
    await this.current.server.kill();
    await untilGone(pids);
  }

  /** Starts the server on the port and the folder that it had. */
  async restart(): Promise<void> {
    const { port } = this.current;
    this.current = await startAgainAndAgain(() => this.startAt(port));
  }

  pause(): void {
    signalAll(this.pids(), 'SIGSTOP');
  }

  resume(): void {
    signalAll(this.pids(), 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.resume();
    await this.current.server.stop();
  }

  private pids(): number[] {
    return processTree(this.current.server.pid);
  }
}
