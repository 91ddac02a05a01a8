import { setTimeout as sleep } from 'node:timers/promises';
import { type Decider } from '#libs/domain/decider.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { currentVersion, upcast } from '#libs/domain/upcasting.js';
import { AppendOutcomeUnknownError, WrongExpectedRevisionError } from '#libs/event-store/event-store.errors.js';
import type { EventStore, JsonObject, NewEvent } from '#libs/event-store/event-store.port.js';
import type { Position } from '#libs/event-store/position.js';
import { eventIdFor } from './event-ids.js';
import { type EventMetadata, metadataAsJson } from './event-metadata.js';

export interface Execution<State, Event> {
  state: State;
  events: Event[];
  /** Of the last event written; undefined when there was nothing to do. */
  position: Position | undefined;
}

const attempts = 8;

export const streamName = (category: string, id: string): string => `${category}-${id}`;

/** Loads the stream and folds it; the revision is undefined for a stream that does not exist. */
export const loadState = async <Command, Event extends AnyDomainEvent, State>(
  store: EventStore,
  decider: Decider<Command, Event, State>,
  id: string,
): Promise<{ state: State; revision: number | undefined }> => {
  let state = decider.initialState;
  let revision: number | undefined;
  for await (const recorded of store.readStream(streamName(decider.category, id))) {
    state = decider.evolve(state, upcast(recorded) as Event);
    revision = recorded.revision;
  }
  return { state, revision };
};

/** Domain events as the store takes them, with ids that a repeat of the command makes again. */
export const toNewEvents = (
  commandId: string,
  events: readonly AnyDomainEvent[],
  metadata: EventMetadata,
): NewEvent[] =>
  events.map((event, ordinal) => ({
    id: eventIdFor(commandId, ordinal),
    type: event.type,
    version: currentVersion(event.type),
    data: event.data as unknown as JsonObject,
    metadata: metadataAsJson(metadata),
  }));

/**
 * Loads, decides, appends with the exact expected revision. The one place where a conflict is retried:
 * by loading and deciding again. An unknown outcome is repeated with the same ids, so that nothing is
 * written twice.
 * @throws Rejection when the rules refuse; an EventStoreError when the store fails
 */
export const execute = async <Command, Event extends AnyDomainEvent, State>(
  store: EventStore,
  decider: Decider<Command, Event, State>,
  id: string,
  command: Command,
  context: { commandId: string; metadata: EventMetadata },
): Promise<Execution<State, Event>> => {
  for (let attempt = 1; ; attempt += 1) {
    const { state, revision } = await loadState(store, decider, id);
    const events = decider.decide(command, state);
    if (events.length === 0) return { state, events, position: undefined };
    const newEvents = toNewEvents(context.commandId, events, context.metadata);
    try {
      const { position } = await appendCertainly(
        store,
        streamName(decider.category, id),
        newEvents,
        revision ?? 'no-stream',
      );
      return { state: events.reduce(decider.evolve, state), events, position };
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError) || attempt === attempts) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
};

/** Appends, repeating an append whose outcome is unknown until it is known. */
const appendCertainly = async (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expected: number | 'no-stream',
) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.append(stream, events, expected);
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknownError) || attempt === attempts) throw error;
      await sleep(Math.min(1_000, 20 * 2 ** attempt) * (0.5 + Math.random() / 2));
    }
  }
};
