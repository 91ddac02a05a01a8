import { beforeEach, describe, expect, it } from 'vitest';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { uploadDocument, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { webhookId } from '#test/fakes/webhook-events.js';
import { matchesBehind, newestSequence, sequenceOf } from './webhook-sequence.js';

let eventStore: InMemoryEventStore;
let cause: RecordedEvent;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  cause = await uploadDocument(eventStore);
});

const numberOf = (deliveryId: string, { isWanted = true, of = webhookId, by = cause } = {}) =>
  sequenceOf(eventStore, { webhookId: of, organizationId: 'org_1', deliveryId }, by, uploaderMetadata, isWanted);
const matches = () => eventStore.events.filter(({ type }) => type === 'WebhookEventMatched');

describe('the numbers of a webhook', () => {
  it('the numbers begin at 1, have no gap, and are those of their webhook alone', async () => {
    expect(await numberOf('whd_1')).toBe(1);
    expect(await numberOf('whd_2')).toBe(2);
    expect(await numberOf('whd_1', { of: 'whk_other' })).toBe(1);
    expect(await numberOf('whd_3')).toBe(3);
    expect(matches().map(({ data }) => data.sequence)).toEqual([1, 2, 1, 3]);
  });

  it('a delivery keeps its number, however often it is asked for', async () => {
    await numberOf('whd_1');
    await numberOf('whd_2');
    expect(await numberOf('whd_1')).toBe(1);
    expect(matches()).toHaveLength(2);
  });

  it('a delivery that is not wanted any more keeps a number that it has, and gets none', async () => {
    await numberOf('whd_1');
    expect(await numberOf('whd_1', { isWanted: false })).toBe(1);
    expect(await numberOf('whd_2', { isWanted: false })).toBeUndefined();
    expect(matches()).toHaveLength(1);
  });

  it('a delivery keeps its number behind as many as have come since', async () => {
    for (let number = 1; number <= 9; number += 1) await numberOf(`whd_${number}`);
    expect(await Promise.all(['whd_1', 'whd_5', 'whd_6', 'whd_9'].map((id) => numberOf(id)))).toEqual([1, 5, 6, 9]);
    expect(matches()).toHaveLength(9);
  });

  it('many at once have a number each, without a gap', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `whd_${index}`);
    const numbers = await Promise.all([...ids, ...ids].map((id) => numberOf(id)));
    expect(numbers.slice(0, 12)).toEqual(numbers.slice(12));
    expect(numbers.slice(0, 12).toSorted((a = 0, b = 0) => a - b)).toEqual(ids.map((_, index) => index + 1));
  });

  it.each([true, false])('a number whose answer was lost, written: %s, is given once', async (written) => {
    eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written });
    expect(await numberOf('whd_1')).toBe(1);
    expect(await numberOf('whd_1')).toBe(1);
    expect(matches()).toHaveLength(1);
  });

  it('matches that are older than the cause are not read', async () => {
    for (let number = 1; number <= 50; number += 1) await numberOf(`whd_old_${number}`);
    const later = { ...cause, position: await eventStore.head() };
    let read = 0;
    const limits: unknown[] = [];
    const readStream = eventStore.readStream.bind(eventStore);
    eventStore.readStream = async function* (...args) {
      limits.push(args[1]?.limit);
      for await (const event of readStream(...args)) {
        read += 1;
        yield event;
      }
    };
    expect(await numberOf('whd_new', { by: later })).toBe(51);
    // A store reads a page ahead: it is not asked for more than is looked at in the ordinary case.
    expect([read, limits]).toEqual([1, [4]]);
  });
});

describe('the matches behind a number', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T08:00:00.000Z`;
  const match = (number: number) =>
    sequenceOf(
      eventStore,
      { webhookId, organizationId: 'org_1', deliveryId: `whd_${number}` },
      cause,
      { ...uploaderMetadata, occurredAt: day(number) },
      true,
    );
  const behind = async (after: number, since: number, limit = 100) => {
    const newest = await newestSequence(eventStore, webhookId);
    const wanted = { after, newest, since: day(since), limit };
    return (await Array.fromAsync(matchesBehind(eventStore, webhookId, wanted))).map(({ sequence }) => sequence);
  };

  it('there is none before the first', async () => {
    expect(await newestSequence(eventStore, webhookId)).toBe(0);
    expect(await behind(0, 1)).toEqual([]);
  });

  it('they are those behind it that are young enough, whichever is the first of these', async () => {
    for (let number = 1; number <= 9; number += 1) await match(number);
    expect(await newestSequence(eventStore, webhookId)).toBe(9);
    for (let after = 0; after <= 9; after += 1) {
      for (let since = 1; since <= 10; since += 1) {
        const wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => number > after && number >= since);
        expect(await behind(after, since), `behind ${after} since ${since}`).toEqual(wanted);
      }
    }
    expect(await behind(0, 4, 2)).toEqual([4, 5]);
  });
});
