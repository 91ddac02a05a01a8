import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from '../contract/numbered-events.js';
import { labels, readWhole } from '../contract/reading.js';
import type { EventStore, ExpectedRevision } from '../event-store.port.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';

interface Append {
  stream: number;
  labels: readonly number[];
  expected: ExpectedRevision;
}

/** The log as a list: the expected results of `append`, the requests taken one after another. */
class LogModel {
  private readonly log: { stream: number; label: number }[] = [];

  of(stream: number): number[] {
    return this.log.filter((event) => event.stream === stream).map(({ label }) => label);
  }

  append({ stream, labels: wanted, expected }: Append): string {
    const there = this.of(stream);
    const before = expected === 'no-stream' ? 0 : expected + 1;
    if (before === there.length) {
      for (const label of wanted) this.log.push({ stream, label });
      return `written at ${there.length + wanted.length - 1}`;
    }
    const differs = wanted.findIndex((label, n) => there[before + n] !== label);
    if (differs < 0) return `repeated at ${before + wanted.length - 1}`;
    return differs > 0 ? 'partly-repeated' : `wrong-expected-revision at ${there.length - 1}`;
  }
}

const anAppend: fc.Arbitrary<Append> = fc.record({
  stream: fc.nat(2),
  labels: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
  expected: fc.oneof(fc.constant<ExpectedRevision>('no-stream'), fc.nat(6)),
});
/** Groups of appends made at once, one group after another. */
const interleaving = fc.array(fc.array(anAppend, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 });

describe.each([
  ['one partition', {}],
  ['small partitions', { positions: 50 }],
])('on %s', (_, options) => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateEventStore(database.url, options);
    store = await connectPostgresEventStore({ connectionString: database.url });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  it('appends return and write the same as the model, whatever comes together', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(interleaving, async (groups) => {
        run += 1;
        const nameOf = (stream: number) => `run${run}-${stream}`;
        const model = new LogModel();
        const answered = async ({ stream, labels: wanted, expected }: Append): Promise<string> => {
          const events = wanted.map((label) => eventNumbered(`${run}/${label}`, { data: { label } }));
          return store.append(nameOf(stream), events, expected).then(
            ({ revision, repeated }) => `${repeated ? 'repeated' : 'written'} at ${revision}`,
            ({ kind, actual }) => (kind === 'wrong-expected-revision' ? `${kind} at ${actual ?? -1}` : kind),
          );
        };
        for (const group of groups) {
          const answers = await Promise.all(group.map(answered));
          expect(answers).toEqual(group.map((append) => model.append(append)));
        }
        for (const stream of [0, 1, 2]) {
          expect(labels(await readWhole(store, nameOf(stream)))).toEqual(model.of(stream));
        }
      }),
      { numRuns: 100 },
    );
  });
});
