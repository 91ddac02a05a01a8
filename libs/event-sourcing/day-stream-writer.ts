import { setTimeout as sleep } from 'node:timers/promises';
import { textUsage } from '#libs/domain/text-usage/text-usage.decider.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { currentVersion } from '#libs/domain/upcasting.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/event-store/event-store.errors.js';
import type { EventStore, NewEvent } from '#libs/event-store/event-store.port.js';
import type { Position } from '#libs/event-store/position.js';
import { streamName } from './command-execution.js';
import { eventIdFor } from './event-ids.js';
import { type EventMetadata, metadataAsJson } from './event-metadata.js';

export interface DayStreamWriterSettings {
  eventStore: EventStore;
  /** Names the streams of this process, so that nobody else appends to them; another one at every start. */
  processId: string;
  now?: () => Date;
  /** Facts that may wait at the same time; more are refused. */
  capacity?: number;
  /** How long an append whose outcome is unknown is repeated. */
  giveUpAfterMs?: number;
}

interface Waiting {
  event: NewEvent;
  resolve: (position: Position) => void;
  reject: (error: unknown) => void;
}

interface DayStream {
  name: string;
  revision: number | undefined;
  waiting: Waiting[];
  appending: boolean;
}

/** An append is at most 1 MiB; a fact is about 1 kB. */
const mostFactsAnAppend = 400;

/**
 * Writes facts that come in by the thousand: those of one organization that arrive while an append is in
 * flight go into the next one together. A stream for each organization, UTC day and process, its revision
 * known here, so nothing is read before it is written.
 */
export class DayStreamWriter {
  private readonly streams = new Map<string, DayStream>();
  private waiting = 0;
  private day = '';
  private abandoned = 0;

  constructor(private readonly settings: DayStreamWriterSettings) {}

  /**
   * Resolves when the fact is durable.
   * @throws an EventStoreError
   */
  record(fact: TextUsageEvent, metadata: EventMetadata, commandId: string): Promise<Position> {
    if (this.waiting >= (this.settings.capacity ?? 50_000)) {
      return Promise.reject(new EventStoreUnavailableError('Too many facts wait to be written'));
    }
    const event: NewEvent = {
      id: eventIdFor(commandId, 0),
      type: fact.type,
      version: currentVersion(fact.type),
      data: fact.data,
      metadata: metadataAsJson(metadata),
    };
    const stream = this.streamOf(metadata.organizationId);
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      stream.waiting.push({ event, resolve, reject });
      if (!stream.appending) void this.drain(stream);
    });
  }

  /** Resolves when everything that was recorded has been written or refused. */
  async close(): Promise<void> {
    while (this.waiting > 0) await sleep(5);
  }

  private streamOf(organizationId: string): DayStream {
    const day = (this.settings.now?.() ?? new Date()).toISOString().slice(0, 10);
    if (day !== this.day) {
      // Streams of yesterday end with what they have in hand.
      this.streams.clear();
      this.day = day;
    }
    const known = this.streams.get(organizationId);
    if (known !== undefined) return known;
    const name = streamName(textUsage.category, `${organizationId}-${day}-${this.settings.processId}`);
    const stream: DayStream = { name, revision: undefined, waiting: [], appending: false };
    this.streams.set(organizationId, stream);
    return stream;
  }

  private async drain(stream: DayStream): Promise<void> {
    stream.appending = true;
    while (stream.waiting.length > 0) {
      const batch = stream.waiting.splice(0, mostFactsAnAppend);
      try {
        const { revision, position } = await this.append(
          stream,
          batch.map(({ event }) => event),
        );
        stream.revision = revision;
        for (const { resolve } of batch) resolve(position);
      } catch (error) {
        for (const { reject } of batch) reject(error);
        // Whether it was written is not known, so neither is the revision: the next facts go to a new stream.
        if (error instanceof AppendOutcomeUnknownError) this.abandon(stream);
      } finally {
        this.waiting -= batch.length;
      }
    }
    stream.appending = false;
  }

  private abandon(stream: DayStream): void {
    this.abandoned += 1;
    stream.name = `${stream.name}.${this.abandoned}`;
    stream.revision = undefined;
  }

  /** Repeats an append whose outcome is unknown, with the same ids and revision, so that it is written once. */
  private async append(stream: DayStream, events: readonly NewEvent[]) {
    const giveUpAt = performance.now() + (this.settings.giveUpAfterMs ?? 10_000);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.settings.eventStore.append(stream.name, events, stream.revision ?? 'no-stream');
      } catch (error) {
        if (!(error instanceof AppendOutcomeUnknownError) || performance.now() > giveUpAt) throw error;
        await sleep(Math.min(500, 10 * 2 ** attempt) * (0.5 + Math.random() / 2));
      }
    }
  }
}
