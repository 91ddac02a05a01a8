import type { QueryArrayConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { StreamPages } from './stream-pages.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A database that answers when it is told to: for each stream one row, which says whose it is. */
const database = () => {
  const statements: { config: QueryArrayConfig; rows: PromiseWithResolvers<unknown[][]> }[] = [];
  const query = <Row extends unknown[]>(config: QueryArrayConfig): Promise<Row[]> => {
    const rows = Promise.withResolvers<unknown[][]>();
    statements.push({ config, rows });
    return rows.promise as Promise<Row[]>;
  };
  const rowOf = (stream: unknown, place: number) => ['1', stream, '0', '', '', 1, {}, {}, '', '1', null, String(place)];
  const answer = (at: number): void => {
    const [asked] = statements[at]?.config.values ?? [];
    const streams = Array.isArray(asked) ? asked : [asked];
    statements[at]?.rows.resolve(streams.map((stream, place) => rowOf(stream, place + 1)).reverse());
  };
  return { statements, answer, query };
};

const streamsOf = ({ config }: { config: QueryArrayConfig }): unknown => config.values?.[0];

describe('pages of streams', () => {
  it('one that comes alone waits for nobody', () => {
    const { statements, query } = database();
    void new StreamPages('forwards', query).page('a-1', '3', 500);
    expect(statements.map(({ config }) => config.values)).toEqual([['a-1', '3', 500]]);
  });

  it('those that are asked for while two are read go together, and each gets its own rows', async () => {
    const { statements, answer, query } = database();
    const pages = new StreamPages('backwards', query);
    const asked = ['a', 'b', 'c', 'd', 'e'].map((stream) => pages.page(stream, '0', 4));
    expect(statements.map(streamsOf)).toEqual(['a', 'b']);
    answer(0);
    await settled();
    expect(statements.map(streamsOf)).toEqual(['a', 'b', ['c', 'd', 'e']]);
    answer(1);
    answer(2);
    const streams = (await Promise.all(asked)).map((rows) => rows.map((row) => row[1]));
    expect(streams).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
  });

  it('reads at most 16 with one statement', async () => {
    const { statements, answer, query } = database();
    const pages = new StreamPages('forwards', query);
    const asked = Array.from({ length: 40 }, (_, at) => pages.page(`s-${at}`, '0', 500));
    for (let at = 0; at < 5; at += 1) {
      answer(at);
      await settled();
    }
    await Promise.all(asked);
    expect(statements.map((statement) => [streamsOf(statement)].flat().length)).toEqual([1, 1, 16, 16, 6]);
  });

  it('a statement that fails fails those that it was for, and no others', async () => {
    const { statements, answer, query } = database();
    const pages = new StreamPages('forwards', query);
    const asked = ['a', 'b', 'c', 'd'].map((stream) => pages.page(stream, '0', 500));
    const results = Promise.allSettled(asked);
    statements[0]?.rows.reject(new Error('away'));
    await settled();
    answer(1);
    answer(2);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });
});
