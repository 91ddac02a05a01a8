import { expect } from 'vitest';
import type { Decider } from '#libs/domain/decider.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryAccounts } from '#test/fakes/in-memory-accounts.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';

/** The ports of a handler, in memory. */
export class Ports {
  readonly eventStore = new InMemoryEventStore();
  readonly blobs = new InMemoryBlobStore();
  readonly keyVault = new InMemoryKeyVault();
  readonly subjectKeys = new InMemorySubjectKeys();
  readonly accounts = new InMemoryAccounts();
}

interface Stream {
  name: string;
  events: readonly AnyDomainEvent[];
}

/** Events that are in the log before the command comes. */
export const stream = <Event extends AnyDomainEvent, Command, State>(
  decider: Decider<Command, Event, State>,
  id: string,
  ...events: Event[]
): Stream => ({ name: streamName(decider.category, id), events });

interface Handler<Command, Result> {
  execute(command: Command): Promise<Result>;
}

/** An event as a test names it: its type and the fields that matter. */
type ExpectedEvent = { [Type in AnyDomainEvent['type']]: { type: Type; data?: object } }[AnyDomainEvent['type']];

interface Outcome<Result> {
  result: Result;
  ports: Ports;
}

interface Then<Result> {
  /** These events are written, and no others. */
  then(...events: ExpectedEvent[]): Promise<Outcome<Result>>;
  /** Nothing is written. */
  thenRejected(code: ErrorCode): Promise<Ports>;
  /** The command sent again, as after a lost response, writes nothing more and returns the same result. */
  thenOnce(...events: ExpectedEvent[]): Promise<void>;
}

/** `given(...streams).when(command).then(...events)`: a command handler over a log, read as a sentence. */
export const handlerSpecification = <Command, Result>(
  make: (ports: Ports) => Handler<Command, Result>,
  prepare: (ports: Ports) => Promise<unknown> = async () => undefined,
) => ({
  given: (...streams: Stream[]) => ({
    when: (command: Command): Then<Result> => {
      const begin = async () => {
        const ports = new Ports();
        await prepare(ports);
        for (const { name, events } of streams) {
          const given = toNewEvents(`given/${name}`, events, uploaderMetadata);
          if (given.length > 0) await ports.eventStore.append(name, given, 'no-stream');
        }
        const before = ports.eventStore.events.length;
        return { ports, handler: make(ports), written: () => ports.eventStore.events.slice(before) };
      };
      return {
        then: async (...events) => {
          const { ports, handler, written } = await begin();
          const result = await handler.execute(command);
          expect(written()).toMatchObject(events);
          return { result, ports };
        },
        thenOnce: async (...events) => {
          const { handler, written } = await begin();
          const first = await handler.execute(command);
          expect(await handler.execute(command)).toEqual(first);
          expect(written()).toMatchObject(events);
        },
        thenRejected: async (code) => {
          const { ports, handler, written } = await begin();
          expect((await rejectionOf(() => handler.execute(command))).code).toBe(code);
          expect(written()).toEqual([]);
          return ports;
        },
      };
    },
  }),
});
