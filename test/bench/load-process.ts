import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Load, LoadMessage, LoadResult, Target } from './load.js';

/** The load generator of one target, in a process of its own. */
export class LoadProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts the process; undefined where the target is not installed. */
  static async start(target: Target): Promise<LoadProcess | undefined> {
    const child = fork(fileURLToPath(new URL('./load-generator.js', import.meta.url)), [JSON.stringify(target)]);
    const load = new LoadProcess(child);
    const { type } = await load.nextMessage();
    return type === 'ready' ? load : undefined;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async run(load: Load): Promise<LoadResult> {
    this.child.send(load);
    const message = await this.nextMessage();
    if (message.type !== 'result') throw new Error(message.type === 'failed' ? message.reason : message.type);
    return message;
  }

  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.child.disconnect();
    await ended;
  }

  private nextMessage(): Promise<LoadMessage> {
    return new Promise((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`The load generator ended with ${code}`));
      this.child.once('exit', fail);
      this.child.once('message', (message: LoadMessage) => {
        this.child.off('exit', fail);
        resolve(message);
      });
    });
  }
}
