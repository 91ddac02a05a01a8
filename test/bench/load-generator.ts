import { batchTexts, type Load, type LoadMessage, type LoadResult, type Target } from './load.js';
import { type LoadClient, openClient } from './load-clients.js';
import { median, quantile } from './quantile.js';
import { wordTexts } from './word-texts.js';

/*
 * A process of its own that puts load on one target, for the duration given in each message:
 * `<this> '<target as JSON>'`, then one `Load` a message; each gets one `LoadResult` back.
 */

/** Makes the texts of each request. */
const requestsOf = ({ task, words, seed }: Load): (() => readonly string[]) => {
  const text = wordTexts(words, seed);
  if (task === 'batch') return () => Array.from({ length: batchTexts }, text);
  if (task !== 'cached') return () => [text()];
  const known = Array.from({ length: 100 }, text);
  let sent = 0;
  return () => {
    sent += 1;
    return [known[sent % known.length] ?? ''];
  };
};

const drive = async (client: LoadClient, load: Load): Promise<LoadResult> => {
  const texts = requestsOf(load);
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - start < load.milliseconds) {
      const request = texts();
      const sent = performance.now();
      try {
        await client.send(load.task, request);
        times.push(performance.now() - sent);
      } catch {
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: load.connections }, lane));
  const seconds = (performance.now() - start) / 1_000;
  const [p50, p99] = [median(times), quantile(times, 0.99)];
  return { answered: times.length, failed, perSecond: times.length / seconds, p50, p99 };
};

const send = (message: LoadMessage): void => {
  process.send?.(message);
};

const client = await openClient(JSON.parse(process.argv[2] ?? '') as Target);
if (client === undefined) {
  send({ type: 'missing' });
  process.disconnect();
} else {
  process.on('message', (load: Load) => {
    drive(client, load).then(
      (result) => send({ type: 'result', ...result }),
      (error: unknown) => send({ type: 'failed', reason: String(error) }),
    );
  });
  process.once('disconnect', () => {
    void client.close();
  });
  send({ type: 'ready' });
}
