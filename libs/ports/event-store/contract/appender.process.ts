import { once } from 'node:events';
import type { EventStore } from '../event-store.port.js';
import { appendToEnd } from './append-to-end.js';
import type { AppenderTask } from './appender-processes.js';
import { eventNumbered } from './numbered-events.js';

/**
 * One writer as a process of its own: half of its appends go to a stream of its own, half to one that all writers
 * share. It reports that it is ready, waits for the signal, and prints how many were acknowledged.
 */
const task = JSON.parse(process.argv[2] ?? '') as AppenderTask;
const engine = (await import(task.module)) as Record<string, (options: unknown) => Promise<EventStore>>;
const store = await engine[task.connect]?.(task.options);
if (store === undefined) throw new Error(`${task.module} has no ${task.connect}`);

await store.head(); // connected
process.stdout.write('ready\n');
await once(process.stdin, 'data');

const { writer, appends } = task;
let own: number | 'no-stream' = 'no-stream';
let acknowledged = 0;

const appendToOwn = async (): Promise<void> => {
  for (let n = 0; n < appends; n += 1) {
    const events = [eventNumbered(`${writer}/own/${n}/0`), eventNumbered(`${writer}/own/${n}/1`)];
    own = (await store.append(`own-${writer}`, events, own)).revision;
    acknowledged += events.length;
  }
};

const width = 2;
const sharedWriter = async (lane: number): Promise<void> => {
  let shared: number | 'no-stream' = 'no-stream';
  for (let n = lane; n < appends; n += width) {
    const { revision } = await appendToEnd(store, 'shared-1', [eventNumbered(`${writer}/shared/${n}`)], shared);
    shared = revision;
    acknowledged += 1;
  }
};

await Promise.all([appendToOwn(), ...Array.from({ length: width }, (_, lane) => sharedWriter(lane))]);
await store.close();
process.stdout.write(String(acknowledged));
