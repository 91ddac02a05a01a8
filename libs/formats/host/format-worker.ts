import { parentPort, workerData } from 'node:worker_threads';
import type { Segment } from '#libs/segments/segment.js';
import type { DocumentFormat, SourceFile } from '../format.port.js';
import {
  failureOf,
  type MessageFromThread,
  type MessageToThread,
  type QuestionKind,
  type ThreadJob,
  type ThreadQuestion,
  type ThreadQuestions,
  type ThreadResult,
  transferable,
} from './thread-messages.js';

/** The thread in which files are read and written. One job at a time; everything it needs, it asks for. */

interface Registry {
  formatNamed(name: string): DocumentFormat;
  detectFormat(file: SourceFile, fileName: string, declaredType?: string): Promise<DocumentFormat>;
}

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread');

const registry = import(String(workerData.registry)) as Promise<Registry>;
const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
let lastId = 0;

const send = (message: MessageFromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

function ask<Kind extends QuestionKind>(
  kind: Kind,
  asked: ThreadQuestions[Kind]['asked'],
  transfer: ArrayBuffer[] = [],
): Promise<ThreadQuestions[Kind]['answer']> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: (value) => resolve(value as ThreadQuestions[Kind]['answer']), reject });
    send({ type: 'question', id, kind, asked } as ThreadQuestion, transfer);
  });
}

registry.then(() => send({ type: 'ready' }));

port.on('message', (message: MessageToThread) => {
  if (message.type === 'start') {
    run(message.job).then(
      (result) => send({ type: 'ended', result }),
      (error: unknown) => send({ type: 'failed', failure: failureOf(error) }),
    );
    return;
  }
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.type === 'answer') asked?.resolve(message.value);
  else asked?.reject(new Error('The host has no answer'));
});

async function run(job: ThreadJob): Promise<ThreadResult> {
  const { formatNamed, detectFormat } = await registry;
  const file: SourceFile = { size: job.size, read: (start, end) => ask('read', { start, end }) };
  switch (job.kind) {
    case 'detect': {
      const { name, mediaType, extensions } = await detectFormat(file, job.fileName, job.declaredType);
      return { name, mediaType, extensions: [...extensions] };
    }
    case 'extract': {
      const batches = formatNamed(job.format).extract(file, job.options);
      for (;;) {
        const { value, done } = await batches.next();
        if (done) return value;
        if (!(await ask('segments', value))) break;
      }
      await batches.return({});
      return undefined;
    }
    case 'merge':
      for await (const chunk of formatNamed(job.format).merge(file, job.options, translations())) {
        const bytes = transferable(chunk);
        if (!(await ask('bytes', bytes, [bytes.buffer]))) break;
      }
      return undefined;
  }
}

async function* translations(): AsyncGenerator<Segment, undefined> {
  for (;;) {
    const { segments, done } = await ask('translations', null);
    yield* segments;
    if (done) return undefined;
  }
}
