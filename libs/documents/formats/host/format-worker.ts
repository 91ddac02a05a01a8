import { parentPort, workerData } from 'node:worker_threads';
import { conversionOf } from '#libs/documents/conversions/conversions.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { UnsupportedFormatError } from '../format.errors.js';
import type { DocumentFormat, DocumentSummary, FormatTraits, SourceFile } from '../format.port.js';
import type { DetectedFormat } from '../format-registry.js';
import { paginationOf } from '../pdf/document/marked-places.js';
import { countText } from '../text-count.js';
import {
  type FormatDescription,
  failureOf,
  type MessageFromThread,
  type MessageToThread,
  type QuestionKind,
  sharedSize,
  type ThreadJob,
  type ThreadQuestion,
  type ThreadQuestions,
  type ThreadResult,
} from './thread-messages.js';

/** The thread in which files are read and written. One job at a time; everything it needs, it asks for. */

interface Registry {
  formatTraits: readonly FormatTraits[];
  formatNamed(name: string): DocumentFormat;
  detectFormat(file: SourceFile, fileName: string, declaredType?: string): Promise<DetectedFormat>;
}

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread');

const shared: Uint8Array = workerData.shared;
const registry = import(String(workerData.registry)) as Promise<Registry>;
const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
let lastId = 0;
let current: ThreadJob | undefined;

const send = (message: MessageFromThread): void => port.postMessage(message);

type Ask = <Kind extends QuestionKind>(
  kind: Kind,
  asked: ThreadQuestions[Kind]['asked'],
) => Promise<ThreadQuestions[Kind]['answer']>;

/** Questions of a job that has failed get no answer: it would come from the file of the next job. */
const askFor =
  (job: ThreadJob): Ask =>
  (kind, asked) =>
    new Promise((resolve, reject) => {
      if (job !== current) {
        reject(new Error('The job is over'));
        return;
      }
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve: (value) => resolve(value as Awaited<ReturnType<Ask>> as never), reject });
      send({ type: 'question', id, kind, asked } as ThreadQuestion);
    });

registry.then(() => send({ type: 'ready' }));

port.on('message', async (message: MessageToThread) => {
  if (message.type === 'start') {
    current = message.job;
    const last = await run(message.job).then(
      (result): MessageFromThread => ({ type: 'ended', result }),
      (error: unknown): MessageFromThread => ({ type: 'failed', failure: failureOf(error) }),
    );
    current = undefined;
    waiting.clear();
    send(last);
    return;
  }
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.type === 'answer') asked?.resolve(message.value);
  else asked?.reject(new Error('The host has no answer'));
});

const run = async (job: ThreadJob): Promise<ThreadResult> => {
  const { formatTraits, formatNamed, detectFormat } = await registry;
  const ask = askFor(job);
  const inTurn = oneAtATime();
  const file = remoteFile(job.size, ask, inTurn);
  switch (job.kind) {
    case 'list':
      return formatTraits.map(descriptionOf);
    case 'detect': {
      const { format, isNamedOtherwise } = await detectFormat(file, job.fileName, job.declaredType);
      return { ...descriptionOf(format), isNamedOtherwise };
    }
    case 'count':
      return await askAll(countText(formatNamed(job.format), file, job.options), (count) => ask('count', count));
    case 'extract':
      return await askAll(formatNamed(job.format).extract(file, job.options), (batch) => ask('segments', batch));
    case 'merge':
      return await putOutAll(formatNamed(job.format).merge(file, job.options, translations(ask)), ask, inTurn);
    case 'mark': {
      const marked = formatNamed(job.format).marked?.(file);
      if (marked === undefined) throw new UnsupportedFormatError('Files of this format are not paged by layout.');
      await putOutAll(marked, ask, inTurn);
      return undefined;
    }
    case 'paginate':
      return await paginationOf(file);
    case 'missing':
      return formatNamed(job.format).missingFor?.(job.targetLanguage);
    case 'convert': {
      const convert = await conversionOf(job.from, job.to);
      await putOutAll(convert(file, job.to, job.options), ask, inTurn);
      return undefined;
    }
  }
};

/** Hands all items to the host, as long as it wants more; returns what the generator does. */
const askAll = async <Item>(
  items: AsyncGenerator<Item, DocumentSummary>,
  ask: (item: Item) => Promise<boolean>,
): Promise<DocumentSummary | undefined> => {
  for (;;) {
    const { value, done } = await items.next();
    if (done) return value;
    if (!(await ask(value))) break;
  }
  await items.return({});
  return undefined;
};

/** Hands all bytes to the host, as long as it wants more; returns what the generator does. */
const putOutAll = async <Result>(
  chunks: AsyncGenerator<Uint8Array, Result> | Generator<Uint8Array, Result>,
  ask: Ask,
  inTurn: InTurn,
): Promise<Result | undefined> => {
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) return value;
    if (!(await inTurn(() => putOut(value, ask)))) break;
  }
  await chunks.return({} as Result);
  return undefined;
};

const descriptionOf = (format: FormatTraits & Pick<DocumentFormat, 'marked' | 'missingFor'>): FormatDescription => ({
  name: format.name,
  mediaType: format.mediaType,
  extensions: [...format.extensions],
  options: [...format.options],
  ...(format.maxPages === undefined ? {} : { maxPages: format.maxPages }),
  ...(format.marked === undefined ? {} : { isPagedByLayout: true }),
  ...(format.missingFor === undefined ? {} : { dependsOnTarget: true }),
});

type InTurn = <Result>(use: () => Promise<Result>) => Promise<Result>;

/** Serializes the use of the shared memory. */
const oneAtATime = (): InTurn => {
  let last: Promise<unknown> = Promise.resolve();
  return (use) => {
    const result = last.then(use, use);
    last = result;
    return result;
  };
};

const putOut = async (chunk: Uint8Array, ask: Ask): Promise<boolean> => {
  for (let from = 0; from < chunk.length; from += sharedSize) {
    const part = chunk.subarray(from, from + sharedSize);
    shared.set(part);
    if (!(await ask('bytes', part.length))) return false;
  }
  return true;
};

const remoteFile = (size: number, ask: Ask, inTurn: InTurn): SourceFile => ({
  size,
  read: (start, end) => inTurn(async () => shared.slice(0, await ask('read', { start, end }))),
  readInto: (target, start) =>
    inTurn(async () => {
      const length = await ask('read', { start, end: start + target.length });
      target.set(shared.subarray(0, length));
      return length;
    }),
});

const translations = (ask: Ask): AsyncIterator<Segment, undefined> => {
  let answer: ThreadQuestions['translations']['answer'] = { segments: [], done: false };
  let at = 0;
  return {
    async next() {
      while (at === answer.segments.length && !answer.done) {
        answer = await ask('translations', null);
        at = 0;
      }
      const value = answer.segments[at];
      at += 1;
      return value === undefined ? { done: true, value } : { done: false, value };
    },
  };
};
