import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/** The log as a list: what `append` should answer, the requests taken one after another. */
class LogModel {
  readonly #log: { stream: number; revision: number; label: number }[] = [];

  of(stream: number): number[] {
    return this.#log.filter((event) => event.stream === stream).map(({ label }) => label);
  }

  append({ stream, labels: wanted, expected }: Append): string {
    const known = wanted.flatMap((label) => this.#log.find((event) => event.label === label) ?? []);
    const first = known[0];
    if (first !== undefined) {
      const inPlace = known.every((event, n) => event.stream === stream && event.revision === first.revision + n);
      const whole = known.length === wanted.length && inPlace;
      return whole ? `repeated at ${first.revision + wanted.length - 1}` : 'partly-repeated';
    }
    const revision = this.of(stream).length - 1;
    const holds =
      expected === 'any' ||
      (expected === 'stream-exists' ? revision >= 0 : (expected === 'no-stream' ? -1 : expected) === revision);
    if (!holds) return `wrong-expected-revision at ${revision}`;
    wanted.forEach((label, n) => {
      this.#log.push({ stream, revision: revision + 1 + n, label });
    });
    return `written at ${revision + wanted.length}`;
  }
}

const anAppend: fc.Arbitrary<Append> = fc.record({
  stream: fc.nat(2),
  labels: fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 3 }),
  expected: fc.oneof(fc.constantFrom<ExpectedRevision>('no-stream', 'stream-exists', 'any'), fc.nat(6)),
});
/** Groups of appends made at once, one group after another. */
const interleaving = fc.array(fc.array(anAppend, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 });

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateEventStore(database.url);
  store = await connectPostgresEventStore({ connectionString: database.url });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

it('answers and writes as the model does, whatever comes together', async () => {
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
