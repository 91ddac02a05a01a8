import { afterEach, expect, it, vi } from 'vitest';
import { ReadDocumentLoad } from './document-load.js';

const pair = { source: 'en', target: 'es' };
let load: ReadDocumentLoad;
afterEach(() => load.stop());

it('the load is read again and again, and what was read last holds while a reading fails', async () => {
  let readings = 0;
  const throughput = {
    measured: async () => {
      readings += 1;
      if (readings > 2) throw new Error('The database is away.');
      return [{ ...pair, fixedSeconds: 1, secondsPerWord: readings }];
    },
  };
  const documents = { waitingWords: async () => [{ ...pair, documents: 2, words: 7 }] };
  load = new ReadDocumentLoad({ throughput, documents }, 1);
  expect(load.current).toEqual({ throughput: [], waiting: [] });
  load.start();
  await vi.waitFor(() => expect(readings).toBeGreaterThan(5), { timeout: 30_000 });
  expect(load.current).toEqual({
    throughput: [{ ...pair, fixedSeconds: 1, secondsPerWord: 2 }],
    waiting: [{ ...pair, documents: 2, words: 7 }],
  });
});
