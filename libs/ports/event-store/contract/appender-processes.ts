import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '#libs/domain/json.js';

/** Module and function with which another process opens the store. */
export interface StoreModule {
  /** URL of the module. */
  module: string;
  /** Name of the exported function, called with `options`. */
  connect: string;
  options: JsonObject;
}

export interface AppenderTask extends StoreModule {
  writer: number;
  /** Number of appends to the writer's own stream (two events each), and as many to the shared one (one event each). */
  appends: number;
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A writer in an operating-system process of its own, which waits for the signal to begin. */
class AppenderProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private said = '';

  constructor(task: AppenderTask) {
    const args = [
      '--import',
      path('../../../platform/process/typescript-hooks.mjs'),
      path('appender.process.ts'),
      JSON.stringify(task),
    ];
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
  }

  async ready(): Promise<void> {
    while (!this.said.includes('ready\n')) await once(this.child.stdout, 'data');
  }

  /** Resolves to the events acknowledged to this writer. */
  async run(): Promise<number> {
    const closed = once(this.child, 'close');
    this.child.stdin.end('go\n');
    const [code] = await closed;
    if (code !== 0) throw new Error(`A writer ended with ${code}`);
    return Number(this.said.slice('ready\n'.length));
  }
}

/** Runs writers that begin together, whichever was ready first; resolves to the events acknowledged to each. */
export const runAppenders = async (tasks: readonly AppenderTask[]): Promise<number[]> => {
  const processes = tasks.map((task) => new AppenderProcess(task));
  await Promise.all(processes.map((each) => each.ready()));
  return Promise.all(processes.map((each) => each.run()));
};
