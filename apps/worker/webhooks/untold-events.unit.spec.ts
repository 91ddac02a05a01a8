import { beforeEach, describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { ToldEvent } from '#projections/told-events/told-events.queries.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { webhookCreated, webhookId } from '#test/fakes/webhook-events.js';
import { subscribedDeliveryIdFor } from './delivery-id.js';
import { sweepUntold } from './untold-events.js';
import { webhookSubscriptions } from './webhook-subscriptions.consumer.js';

const publicUrl = 'https://api.example.com';
const minute = 60_000;
const day = 24 * 60 * minute;

let eventStore: InMemoryEventStore;
let known: ToldEvent[];
let asked: { after: string; from: number; until: number }[];

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  [known, asked] = [[], []];
  const data = { ...webhookCreated.data, events: ['compliance.certification_expiring' as const] };
  const created = toNewEvents('create', [{ ...webhookCreated, data }], uploaderMetadata);
  await eventStore.append(streamName(webhook.category, webhookId), created, 'no-stream');
});

/** An event that the webhook is subscribed to and that the read model knows. */
const happened = async (name: string): Promise<RecordedEvent> => {
  const now = new Date().toISOString();
  const notice = { standard: name, expiresAt: now, daysLeft: 7, nextNoticeAt: null, noticedAt: now };
  const event = { type: 'CertificationExpiring', data: { organizationId: 'org_1', ...notice } } as const;
  await eventStore.append(`certification-${name}`, toNewEvents(name, [event], uploaderMetadata), 'no-stream');
  const recorded = eventStore.events.at(-1) ?? expect.unreachable();
  const { id, stream, revision, position } = recorded;
  known.push({ id, stream, revision, position, webhooks: [webhookId] });
  return recorded;
};

/** Deliveries that were scheduled, by id, and their numbers. */
const scheduled = () =>
  new Map(
    eventStore.events
      .filter(({ type }) => type === 'WebhookDeliveryScheduled')
      .map(({ data }) => [String(data.deliveryId), (data.payload as { sequence: number }).sequence]),
  );
const numberOf = ({ id }: RecordedEvent) => scheduled().get(subscribedDeliveryIdFor(id, webhookId));

const consume = (event: RecordedEvent) =>
  webhookSubscriptions({
    commands: backgroundCommandsOn(eventStore),
    webhooks: { subscribedTo: async () => [webhookId] },
    progress: { waitFor: async () => true },
    publicUrl,
  }).handle(deliveryOf(event));

/** A worker: each sweep of it goes on where the one before ended. */
const worker = (store: Pick<InMemoryEventStore, 'readStream'> = eventStore) => {
  const events = {
    subscribed: async (after: string, { from, until }: { from: string; until: string }, limit: number) => {
      asked.push({ after, from: Date.parse(from), until: Date.parse(until) });
      return known.filter(({ position }) => position > after).slice(0, limit);
    },
    scheduled: async (ids: readonly string[]) => new Set(ids.filter((id) => scheduled().has(id))),
  };
  const queue = sweepUntold({ eventStore: store, commands: backgroundCommandsOn(eventStore), events, publicUrl });
  return () => queue.handle(jobOf({}));
};

describe('events whose message was lost', () => {
  it('the sweep tells them, each once with the next number, and leaves alone what was told', async () => {
    const [first, lost, last] = [await happened('a'), await happened('b'), await happened('c')];
    await consume(first);
    await consume(last);
    const sweep = worker();
    await sweep();
    await sweep();
    await worker()();
    await consume(lost);
    expect([first, last, lost].map(numberOf)).toEqual([1, 2, 3]);
    expect(scheduled().size).toBe(3);
    expect(eventStore.events.filter(({ type }) => type === 'WebhookEventMatched')).toHaveLength(3);
  });

  it('it looks a week back at first, then behind what it found, and at nothing that may still be on its way', async () => {
    const { position } = await happened('a');
    const sweep = worker();
    await sweep();
    await sweep();
    expect(asked.map(({ after }) => after)).toEqual(['', position]);
    for (const { from, until } of asked) {
      expect(until).toBeLessThanOrEqual(Date.now() - 15 * minute);
      expect(until - from).toBe(7 * day - 15 * minute);
    }
  });

  it('more than a page of them are told in one sweep', async () => {
    for (let n = 0; n < 101; n += 1) await happened(String(n));
    await worker()();
    expect([...scheduled().values()]).toEqual(Array.from({ length: 101 }, (_, n) => n + 1));
  });

  it('one that cannot be told holds up none behind it, and is tried again', async () => {
    const [broken, other] = [await happened('broken'), await happened('other')];
    let isBroken = true;
    const sweep = worker({
      readStream: (stream, options) => {
        if (isBroken && stream === broken.stream) throw new EventStoreUnavailableError('down');
        return eventStore.readStream(stream, options);
      },
    });
    await expect(sweep()).rejects.toThrow(EventStoreUnavailableError);
    expect([numberOf(broken), numberOf(other)]).toEqual([undefined, 1]);
    isBroken = false;
    await sweep();
    expect([numberOf(broken), numberOf(other)]).toEqual([2, 1]);
  });
});
