import { afterEach, expect, it, vi } from 'vitest';
import { ReadDocumentLoad } from './document-load.js';

let load: ReadDocumentLoad;
afterEach(() => load.stop());

it('what waits of an organization is read again and again, and what was read last holds while a reading fails', async () => {
  let readings = 0;
  const waitingWords = async () => {
    readings += 1;
    if (readings > 2) throw new Error('The database is away.');
    return [
      { organizationId: 'org_1', documents: readings, words: 7 },
      { organizationId: 'org_2', documents: 40, words: 90_000 },
    ];
  };
  load = new ReadDocumentLoad({ waitingWords }, 1);
  expect(load.waitingOf('org_1')).toEqual({ documents: 0, words: 0 });
  load.start();
  await vi.waitFor(() => expect(readings).toBeGreaterThan(5), { timeout: 30_000 });
  expect(load.waitingOf('org_1')).toEqual({ documents: 2, words: 7 });
  expect(load.waitingOf('org_3')).toEqual({ documents: 0, words: 0 });
});
