import { setTimeout as sleep } from 'node:timers/promises';
import { type Decider } from '#libs/domain/decider.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { currentVersion, upcast } from '#libs/domain/upcasting.js';
import { backoff } from '#libs/platform/async/backoff.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  PartlyRepeatedError,
  WrongExpectedRevisionError,
} from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore, NewEvent, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { eventIdFor } from './event-ids.js';
import {
  assertStillAdmitted,
  type EventMetadata,
  type InstallationMetadata,
  type MetadataOf,
  markActed,
  metadataAsJson,
} from './event-metadata.js';

/** A stream as it was read. */
export interface LoadedState<State> {
  state: State;
  /** Undefined for a stream that does not exist. */
  revision: number | undefined;
}

export interface Execution<State, Event> {
  state: State;
  events: Event[];
  /** Position of the last event that the command wrote, now or at an earlier try; undefined when it wrote nothing. */
  position: Position | undefined;
}

const attempts = 8;

export const streamName = (category: string, id: string): string => `${category}-${id}`;

/** Loads the stream and folds it. */
export const loadState = async <Command, Event extends AnyDomainEvent, State>(
  store: Pick<EventStore, 'readStream'>,
  decider: Decider<Command, Event, State>,
  id: string,
  onEvent: (event: Event, recorded: RecordedEvent) => void = () => undefined,
): Promise<LoadedState<State>> => {
  let state = decider.initialState;
  let revision: number | undefined;
  for await (const recorded of store.readStream(streamName(decider.category, id))) {
    const event = upcast(recorded) as Event;
    onEvent(event, recorded);
    state = decider.evolve(state, event);
    revision = recorded.revision;
  }
  return { state, revision };
};

/** Whether a command has written into a stream. */
export const hasWritten = async (
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  commandId: string,
): Promise<boolean> => {
  const firstId = eventIdFor(commandId, 0);
  for await (const { id } of store.readStream(stream)) if (id === firstId) return true;
  return false;
};

/** Collects from a stream what a command has written into it before. */
class EarlierExecution<Event> {
  readonly events: Event[] = [];
  position: Position | undefined;
  private nextId: string;

  constructor(private readonly commandId: string) {
    this.nextId = eventIdFor(commandId, 0);
  }

  readonly see = (event: Event, { id, position }: RecordedEvent): void => {
    if (id !== this.nextId) return;
    this.events.push(event);
    this.position = position;
    this.nextId = eventIdFor(this.commandId, this.events.length);
  };
}

/**
 * Domain events as the store takes them, with ids that a repeat of the command makes again. Whatever a request writes is
 * made here, right before it is appended: the one place where its caller is asked for again, when its body has come and
 * all waiting is over.
 * @throws Rejection where the caller has lost the right to the act since its request was admitted
 */
export const toNewEvents = (
  commandId: string,
  events: readonly AnyDomainEvent[],
  metadata: EventMetadata | InstallationMetadata,
): NewEvent[] => {
  assertStillAdmitted(metadata);
  return events.map((event, ordinal) => ({
    id: eventIdFor(commandId, ordinal),
    type: event.type,
    version: currentVersion(event.type),
    data: event.data,
    metadata: metadataAsJson(metadata),
  }));
};

/**
 * Loads, decides, appends with the exact expected revision. The one place where a conflict is retried:
 * by loading and deciding again. An unknown outcome is repeated with the same ids, so that nothing is
 * written twice. A command that has written before, however long ago, and would again or may not any
 * more, writes nothing: it returns what it wrote then. (The store finds a repeat only where it was first
 * expected, and others may have written since.)
 * `check` looks at the state before the rules do, for facts that they do not know, such as its owner.
 * `loaded` is the stream as the caller has just read it, without anything that this command wrote: it is decided on first.
 * @throws Rejection when the rules refuse; an EventStoreError when the store fails
 */
export const execute = async <Command, Event extends AnyDomainEvent, State>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  decider: Decider<Command, Event, State>,
  id: string,
  command: Command,
  context: {
    commandId: string;
    metadata: MetadataOf<Event['type']>;
    check?: (state: State) => void;
    loaded?: LoadedState<State> | undefined;
  },
): Promise<Execution<State, Event>> => {
  for (let attempt = 1; ; attempt += 1) {
    const earlier = new EarlierExecution<Event>(context.commandId);
    const loaded = attempt === 1 ? context.loaded : undefined;
    const { state, revision } = loaded ?? (await loadState(store, decider, id, earlier.see));
    const written = earlier.position && { state, events: earlier.events, position: earlier.position };
    let events: Event[];
    try {
      context.check?.(state);
      events = decider.decide(command, state);
    } catch (error) {
      // The effect of the earlier execution may be the reason that the rules forbid it now.
      if (written !== undefined) return written;
      throw error;
    }
    if (events.length === 0) return { state, events, position: earlier.position };
    if (written !== undefined) return written;
    const newEvents = toNewEvents(context.commandId, events, context.metadata);
    try {
      const { position } = await appendCertainly(
        store,
        streamName(decider.category, id),
        newEvents,
        revision ?? 'no-stream',
      );
      markActed(context.metadata);
      return { state: events.reduce(decider.evolve, state), events, position };
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
};

/** Whether the append was partly a repeat: the same command ran elsewhere and was decided otherwise. */
const isConflict = (error: unknown): boolean =>
  error instanceof WrongExpectedRevisionError || error instanceof PartlyRepeatedError;

/**
 * Appends, repeating an append whose outcome is unknown until it is known. It stays unknown while the store is away:
 * a later attempt that wrote nothing does not say that an earlier one did not.
 */
const appendCertainly = async (
  store: Pick<EventStore, 'append'>,
  stream: string,
  events: readonly NewEvent[],
  expected: number | 'no-stream',
) => {
  let unknown: AppendOutcomeUnknownError | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.append(stream, events, expected);
    } catch (error) {
      if (error instanceof AppendOutcomeUnknownError) unknown = error;
      else if (unknown === undefined || !(error instanceof EventStoreUnavailableError)) throw error;
      if (attempt === attempts) throw unknown;
      await sleep(backoff(attempt, { firstMs: 20, maxMs: 1_000 }));
    }
  }
};
