import { beforeEach, describe, expect, it } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import type { ConsumerGroup, Message } from './message-bus.port.js';
import { messageTask, type ParkedFailure } from './message-task.js';
import { keptByPlace, keptWhole, type WaitingMessage } from './waiting-message.js';

let message: Message;
let told: [event: string, facts: object][];
let parked: ParkedFailure[];
let parkingFaults: Error[];
let faults: unknown[];
beforeEach(async () => {
  message = await uploadDocument(new InMemoryEventStore());
  told = [];
  parked = [];
  parkingFaults = [];
  faults = [];
});

const taskOf = (
  handle: ConsumerGroup['handle'],
  {
    attemptsBefore = 0,
    signal = new AbortController().signal,
    waiting = keptWhole(message),
    onDone = () => undefined,
  }: { attemptsBefore?: number; signal?: AbortSignal; waiting?: WaitingMessage; onDone?: () => void } = {},
) => {
  const group: ConsumerGroup = {
    name: 'documents',
    types: [message.type],
    concurrency: 1,
    retryDelays: [5],
    handle,
    lifeCycle: { emit: (event, facts) => void told.push([event, facts]) },
  };
  const parking = {
    park: async (_: Message, failure: ParkedFailure) => {
      const fault = parkingFaults.shift();
      if (fault !== undefined) throw fault;
      parked.push(failure);
    },
    unpark: async () => undefined,
  };
  const onFault = (error: unknown) => void faults.push(error);
  return messageTask({ group, parking, onFault }, waiting, { attemptsBefore, signal, onDone });
};

const failing = async () => {
  throw new RangeError('no such pair');
};
const events = () => told.map(([event]) => event);

describe('a message that fails', () => {
  it('a failed try is reported with group, event, stream, number and cause, and the time of the next', async () => {
    expect(await taskOf(failing)()).toBe(5);
    const cause = { name: 'RangeError', stack: expect.arrayContaining([expect.stringContaining('failing')]) };
    const { id: event, type, stream } = message;
    expect(told).toEqual([
      ['message.retried', { group: 'documents', event, type, stream, attempt: 1, cause, retryInMs: 5 }],
    ]);
  });

  it('a parked message is reported once it is parked, with all its tries', async () => {
    const task = taskOf(failing, { attemptsBefore: 3 });
    await task();
    parkingFaults = [new Error('the table is away')];
    expect(await task()).toBeUndefined();
    expect(events()).toEqual(['message.retried', 'message.parked']);
    expect(told[1]?.[1]).toMatchObject({ attempt: 5 });
    expect(parked).toMatchObject([{ attempts: 5, reason: 'RangeError: no such pair', cause: { name: 'RangeError' } }]);
    expect(faults).toHaveLength(1);
  });

  it('a message that meets an outage is reported as delayed, and loses no try', async () => {
    const task = taskOf(() => Promise.reject(new EventStoreUnavailableError('away')));
    for (let outage = 0; outage < 3; outage += 1) await task();
    expect(events()).toEqual(['message.delayed', 'message.delayed', 'message.delayed']);
    expect(told.map(([, facts]) => facts)).toMatchObject([{ attempt: 1 }, { attempt: 1 }, { attempt: 1 }]);
  });

  it('an aborted message is not reported, for it did not fail', async () => {
    const stopping = new AbortController();
    const task = taskOf(
      async () => {
        stopping.abort();
        await failing();
      },
      { signal: stopping.signal },
    );
    expect(await task()).toBeUndefined();
    expect([told, parked]).toEqual([[], []]);
  });
});

it('a handled message reports nothing', async () => {
  await taskOf(async () => undefined)();
  expect(told).toEqual([]);
});

describe('a message of which only the place is kept', () => {
  it('it is read from the log at each try, and handled as it is there', async () => {
    const store = new InMemoryEventStore();
    message = await uploadDocument(store);
    let reads = 0;
    const readStream: InMemoryEventStore['readStream'] = (stream, options) => {
      reads += 1;
      return store.readStream(stream, options);
    };
    const handled: Message[] = [];
    const handle: ConsumerGroup['handle'] = async (delivery) => {
      handled.push(delivery.message);
      if (handled.length === 1) throw new RangeError('no such pair');
    };
    const task = taskOf(handle, { waiting: keptByPlace({ readStream }, message) });
    expect([await task(), await task()]).toEqual([5, undefined]);
    expect(handled).toEqual([message, message]);
    expect(reads).toBe(2);
  });

  it('a log that cannot be read is asked again, and the message is not handled meanwhile', async () => {
    let isAway = true;
    const waiting = async () => {
      if (isAway) throw new EventStoreUnavailableError('down');
      return message;
    };
    let handled = 0;
    const task = taskOf(
      async () => {
        handled += 1;
      },
      { waiting },
    );
    expect(await task()).toBeGreaterThan(0);
    expect([handled, faults.length]).toEqual([0, 1]);
    isAway = false;
    expect(await task()).toBeUndefined();
    expect(handled).toBe(1);
  });

  it('one that the log does not hold any more is done without being handled', async () => {
    let done = 0;
    const waiting = keptByPlace(new InMemoryEventStore(), message);
    const onDone = () => {
      done += 1;
    };
    expect(await taskOf(failing, { waiting, onDone })()).toBeUndefined();
    expect([done, told.length]).toEqual([1, 0]);
  });
});
