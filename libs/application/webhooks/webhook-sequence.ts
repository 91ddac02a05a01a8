import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookMatchEvent } from '#libs/domain/webhook/webhook.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import {
  AppendOutcomeUnknownError,
  PartlyRepeatedError,
  WrongExpectedRevisionError,
} from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter } from '#libs/ports/event-store/position.js';

const category = 'webhook_sequence';
/** Events that are read at first: in the ordinary case the newest match is older than the cause. */
const firstLook = 4;
const attempts = 20;

interface Match {
  webhookId: string;
  organizationId: string;
  deliveryId: string;
}

interface Looked {
  /** Number that the delivery has already. */
  sequence: number | undefined;
  /** Revision of the newest match; `no-stream` before the first. */
  newest: number | 'no-stream';
}

type Log = Pick<EventStore, 'append' | 'readStream'>;

/** The matches of a webhook, the newest first. */
async function* newestFirst(eventStore: Log, webhookId: string): AsyncGenerator<RecordedEvent, void, undefined> {
  const stream = streamName(category, webhookId);
  let from: number | undefined;
  for await (const event of eventStore.readStream(stream, { direction: 'backwards', limit: firstLook })) {
    yield event;
    from = event.revision - 1;
  }
  if (from !== undefined && from >= 0) yield* eventStore.readStream(stream, { direction: 'backwards', from });
}

/** Looks among the matches that are younger than the cause: what it caused cannot be older. */
const lookUp = async (
  eventStore: Log,
  { webhookId, deliveryId }: Match,
  { position }: Pick<RecordedEvent, 'position'>,
): Promise<Looked> => {
  let newest: Looked['newest'] = 'no-stream';
  for await (const event of newestFirst(eventStore, webhookId)) {
    if (newest === 'no-stream') newest = event.revision;
    if (event.data.deliveryId === deliveryId) return { sequence: event.revision + 1, newest };
    if (isAtOrAfter(position, event.position)) break;
  }
  return { sequence: undefined, newest };
};

const isRetried = (error: unknown): boolean =>
  error instanceof WrongExpectedRevisionError ||
  error instanceof PartlyRepeatedError ||
  error instanceof AppendOutcomeUnknownError;

/**
 * The number of a delivery at its webhook: 1 for the first, without gaps, the same whenever it is asked for. It is the
 * place of the match in a stream that holds nothing else, so that no two can have one and none is left out.
 * Where no new number `isWanted`, one that was given before is returned all the same.
 */
export const sequenceOf = async (
  eventStore: Log,
  match: Match,
  cause: Pick<RecordedEvent, 'position'>,
  metadata: EventMetadata,
  isWanted: boolean,
): Promise<number | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    const { sequence, newest } = await lookUp(eventStore, match, cause);
    if (sequence !== undefined || !isWanted) return sequence;
    const next = newest === 'no-stream' ? 1 : newest + 2;
    const data = { ...match, sequence: next, matchedAt: metadata.occurredAt };
    const matched: WebhookMatchEvent = { type: 'WebhookEventMatched', data };
    const events = toNewEvents(`${match.deliveryId}/match`, [matched], metadata);
    try {
      await eventStore.append(streamName(category, match.webhookId), events, newest);
      return next;
    } catch (error) {
      if (!isRetried(error) || attempt === attempts) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
};

/** Number of the newest match of a webhook; 0 before the first. */
export const newestSequence = async (
  eventStore: Pick<EventStore, 'readStream'>,
  webhookId: string,
): Promise<number> => {
  const newest = { direction: 'backwards', limit: 1 } as const;
  for await (const { revision } of eventStore.readStream(streamName(category, webhookId), newest)) return revision + 1;
  return 0;
};

/**
 * Revision of the first match from `low` on that was matched at that time or later, found by halves; `high` where there is none
 * before it.
 */
const firstMatchedSince = async (
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  since: string,
  low: number,
  high: number,
): Promise<number> => {
  if (low >= high) return high;
  const isYoung = async (revision: number) =>
    String((await eventAt(eventStore, stream, revision))?.data.matchedAt) >= since;
  // Whoever asks regularly has seen all that is old.
  if (await isYoung(low)) return low;
  const middle = Math.floor((low + 1 + high) / 2);
  if (middle >= high) return high;
  return (await isYoung(middle))
    ? firstMatchedSince(eventStore, stream, since, low + 1, middle)
    : firstMatchedSince(eventStore, stream, since, middle + 1, high);
};

/** Deliveries of a webhook behind a number, in the order of their numbers, without those that were matched before a time. */
export async function* matchesBehind(
  eventStore: Pick<EventStore, 'readStream'>,
  webhookId: string,
  { after, newest, since, limit }: { after: number; newest: number; since: string; limit: number },
): AsyncGenerator<{ deliveryId: string; sequence: number }, void, undefined> {
  const stream = streamName(category, webhookId);
  const from = await firstMatchedSince(eventStore, stream, since, after, newest);
  if (from >= newest) return;
  for await (const { data, revision } of eventStore.readStream(stream, { from, limit }))
    yield { deliveryId: String(data.deliveryId), sequence: revision + 1 };
}
