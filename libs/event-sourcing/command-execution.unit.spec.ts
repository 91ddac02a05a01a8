import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { execute, loadState, streamName, toNewEvents } from './command-execution.js';
import { eventIdFor } from './event-ids.js';
import { admissionOfAct, type EventMetadata } from './event-metadata.js';
import { toDomainEvent } from './recorded-domain-event.js';

const organizationId = 'org_1';
const stream = streamName('organization', organizationId);
const now = '2026-11-21T08:00:00.000Z';
const metadata: EventMetadata = {
  organizationId,
  actorType: 'operator',
  keyId: null,
  subject: 'sub_1',
  sealedClient: 'sealed',
  requestId: 'req_1',
  clientRequestId: null,
  traceparent: null,
  occurredAt: now,
};

const create = { type: 'CreateOrganization', organizationId, name: 'Acme', tier: 'pro', now } as const;
const suspend = { type: 'SuspendOrganization', organizationId, now } as const;
const resume = { type: 'ResumeOrganization', organizationId, now } as const;

let store: InMemoryEventStore;

beforeEach(() => {
  store = new InMemoryEventStore();
});

const run = (command: Parameters<typeof organization.decide>[0], commandId: string, on: EventStore = store) =>
  execute(on, organization, organizationId, command, { commandId, metadata });

const types = () => store.events.map(({ type }) => type);

describe('a command', () => {
  it('a command writes what was decided, with the exact revision, and returns the state after it', async () => {
    const created = await run(create, 'one');
    expect(created).toMatchObject({
      state: { status: 'active', settings: { name: 'Acme' } },
      events: [{ type: 'OrganizationCreated' }],
      position: await store.head(),
    });
    await run(suspend, 'two');
    expect(store.attempts.map(({ expected }) => expected)).toEqual(['no-stream', 0]);
    expect(store.events.map(({ stream: name, revision }) => [name, revision])).toEqual([
      [stream, 0],
      [stream, 1],
    ]);
  });

  it('a command is decided only where its check lets it, at each attempt, with one reading of the stream', async () => {
    await run(create, 'one');
    const checked: string[] = [];
    const read = vi.spyOn(store, 'readStream');
    const check = ({ status }: { status: string }) => {
      checked.push(status);
      if (checked.length === 2) throw new Rejection('not_found');
    };
    const append = store.append.bind(store);
    vi.spyOn(store, 'append').mockImplementationOnce(async (...args) => {
      await append(args[0], [{ ...args[1][0], id: eventIdFor('other', 0) } as (typeof args)[1][0]], args[2]);
      return append(...args);
    });
    const context = { commandId: 'two', metadata, check };
    await expect(execute(store, organization, organizationId, suspend, context)).rejects.toThrow(Rejection);
    expect(checked).toEqual(['active', 'suspended']);
    expect(read).toHaveBeenCalledTimes(2);
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended']);
  });

  it('a command that the rules refuse appends nothing', async () => {
    await expect(run(suspend, 'one')).rejects.toThrow(Rejection);
    expect(store.attempts).toEqual([]);
  });

  it('a command that has nothing to do appends nothing', async () => {
    await run(create, 'one');
    expect(await run(resume, 'two')).toMatchObject({ events: [], position: undefined, state: { status: 'active' } });
    expect(store.attempts).toHaveLength(1);
  });

  it('an event is stored with its type, newest version and metadata', async () => {
    await run(create, 'one');
    expect(store.events[0]).toMatchObject({
      type: 'OrganizationCreated',
      version: 1,
      data: { organizationId, name: 'Acme', tier: 'pro', createdAt: now },
      metadata,
    });
  });
});

/** Appends an event of another writer to the stream before each of the first appends. */
const contended = (others: (() => Promise<unknown>)[]): EventStore =>
  Object.assign(Object.create(store), {
    append: async (...args: Parameters<EventStore['append']>) => {
      await others.shift()?.();
      return store.append(...args);
    },
  });

describe('a conflict', () => {
  it('a conflict is resolved by loading and deciding again', async () => {
    await run(create, 'one');
    const { state } = await run(
      suspend,
      'mine',
      contended([() => run(suspend, 'theirs').then(() => run(resume, 'r'))]),
    );
    expect(state.status).toBe('suspended');
    expect(types()).toEqual([
      'OrganizationCreated',
      'OrganizationSuspended',
      'OrganizationResumed',
      'OrganizationSuspended',
    ]);
  });

  it('a command may have nothing left to do after a conflict', async () => {
    await run(create, 'one');
    expect(await run(suspend, 'mine', contended([() => run(suspend, 'theirs')]))).toMatchObject({ events: [] });
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended']);
  });

  it('a command may be refused after a conflict', async () => {
    await expect(run(create, 'mine', contended([() => run(create, 'theirs')]))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(types()).toEqual(['OrganizationCreated']);
  });

  it('a command whose conflict never ends is given up, with nothing written', async () => {
    await run(create, 'one');
    let count = 0;
    const toggle = async () => {
      count += 1;
      await run(suspend, `s${count}`);
      await run(resume, `r${count}`);
    };
    await expect(run(suspend, 'mine', contended(Array.from({ length: 100 }, () => toggle)))).rejects.toMatchObject({
      kind: 'wrong-expected-revision',
    });
    expect(store.events.some(({ id }) => id === eventIdFor('mine', 0))).toBe(false);
    expect(count).toBeLessThan(20);
  });
});

describe('a command that comes again', () => {
  it('a repeated command writes nothing and returns what it wrote, whatever was written since', async () => {
    await run(create, 'one');
    const first = await run(suspend, 'two');
    await run(resume, 'three');
    const again = await run(suspend, 'two');
    expect(again).toMatchObject({ events: first.events, position: first.position, state: { status: 'active' } });
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended', 'OrganizationResumed']);
  });

  it('a repeated command returns what it wrote also where the rules would refuse it now because of that', async () => {
    const first = await run(create, 'one');
    await run(suspend, 'two');
    expect(await run(create, 'one')).toMatchObject({ events: first.events, position: first.position });
    await expect(run(create, 'another')).rejects.toThrow(Rejection);
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended']);
  });

  it('a command that runs twice at once is written once', async () => {
    await run(create, 'one');
    await run(suspend, 'two', contended([() => run(suspend, 'two').then(() => run(resume, 'three'))]));
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended', 'OrganizationResumed']);
  });
});

describe('an unknown outcome', () => {
  it.each([
    ['written', true],
    ['not written', false],
  ])(
    'an append of unknown outcome is repeated with the same ids and revision when it was %s',
    async (_how, written) => {
      store.failAppend(new AppendOutcomeUnknownError('lost'), { written });
      await run(create, 'one');
      expect(types()).toEqual(['OrganizationCreated']);
      const [first, second] = store.attempts;
      expect(second).toEqual(first);
    },
  );

  it('an outcome that stays unknown is passed on', async () => {
    for (let count = 0; count < 8; count += 1) store.failAppend(new AppendOutcomeUnknownError('lost'));
    await expect(run(create, 'one')).rejects.toThrow(AppendOutcomeUnknownError);
    expect(new Set(store.attempts.map(({ events }) => events[0]?.id)).size).toBe(1);
  }, 30_000);

  it('an outcome is still unknown when the store is away at every later attempt', async () => {
    store.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    for (let count = 0; count < 7; count += 1) store.failAppend(new EventStoreUnavailableError('away'));
    await expect(run(create, 'one')).rejects.toThrow(AppendOutcomeUnknownError);
    expect(types()).toEqual(['OrganizationCreated']);
  }, 30_000);

  it('an unknown outcome is found out once a store that was away is back', async () => {
    store.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    store.failAppend(new EventStoreUnavailableError('away'));
    expect(await run(create, 'one')).toMatchObject({ events: [{ type: 'OrganizationCreated' }] });
    expect(types()).toEqual(['OrganizationCreated']);
  });
});

it('a store that is unavailable is asked once, since nothing was written', async () => {
  store.failAppend(new EventStoreUnavailableError('down'));
  await expect(run(create, 'one')).rejects.toThrow(EventStoreUnavailableError);
  expect(store.attempts).toHaveLength(1);
});

it('a stream that does not exist has the initial state and no revision', async () =>
  expect(await loadState(store, organization, 'org_none')).toEqual({
    state: organization.initialState,
    revision: undefined,
  }));

describe('an event id', () => {
  it('the id of an event is the same in every release for the same command', () =>
    expect(eventIdFor('req_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 0)).toMatchInlineSnapshot(
      `"8cc4a2cb-e8a0-50c0-aa7e-007eba1ed39b"`,
    ));

  it('the ids of events differ between commands, and between the events of one command', () =>
    expect(new Set([eventIdFor('a', 0), eventIdFor('a', 1), eventIdFor('b', 0), eventIdFor('a/0', 1)]).size).toBe(4));
});

it('a recorded event comes back typed, in its newest version, with where and when it was written', async () => {
  await run(create, 'one');
  const [recorded] = store.events;
  if (recorded === undefined) throw new Error('Nothing was written');
  const { version: _, ...rest } = recorded;
  expect(toDomainEvent(recorded)).toEqual(rest);
});

it('an event of the installation is of no organization, and names nobody', async () => {
  const { requestId, clientRequestId, traceparent, occurredAt } = metadata;
  const trace = { requestId, clientRequestId, traceparent, occurredAt };
  const ofNobody = { organizationId: null, actorType: 'operator', keyId: null, ...trace } as const;
  const data = { modelSha256: 'd'.repeat(64), modelId: 'tiny', removedAt: now };
  await store.append('model-1', toNewEvents('one', [{ type: 'ModelRemoved', data }], ofNobody), 'no-stream');
  expect(store.events.map(toDomainEvent)).toMatchObject([{ type: 'ModelRemoved', data, metadata: ofNobody }]);
});

it('an event of a newer release is refused, not misread', async () => {
  await store.append(
    stream,
    [{ id: eventIdFor('x', 0), type: 'OrganizationCreated', version: 99, data: {}, metadata: {} }],
    'no-stream',
  );
  await expect(run(suspend, 'one')).rejects.toThrow('newer release');
});

describe('a command of a request that was admitted', () => {
  const admitted = (answers: (Rejection | undefined)[]) => {
    const asked: unknown[] = [];
    const admission = {
      hasActed: false,
      assertStands: () => {
        const refusal = answers[asked.length];
        asked.push(refusal?.code);
        if (refusal !== undefined) throw refusal;
      },
    };
    const context = (commandId: string) => ({ commandId, metadata: { ...metadata, [admissionOfAct]: admission } });
    return { asked, context };
  };

  it('a caller who lost the right to it writes nothing', async () => {
    const { context } = admitted([new Rejection('revoked_api_key')]);
    await expect(execute(store, organization, organizationId, create, context('one'))).rejects.toMatchObject({
      code: 'revoked_api_key',
    });
    expect(store.attempts).toEqual([]);
  });

  it('a caller who loses the right to it during a conflict writes nothing', async () => {
    await run(create, 'one');
    const { asked, context } = admitted([undefined, new Rejection('organization_suspended')]);
    const others = contended([() => run(suspend, 'theirs').then(() => run(resume, 'r'))]);
    await expect(execute(others, organization, organizationId, suspend, context('mine'))).rejects.toMatchObject({
      code: 'organization_suspended',
    });
    expect(asked).toEqual([undefined, 'organization_suspended']);
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended', 'OrganizationResumed']);
  });

  it('the rest of an act follows its first event, whatever the caller may do by then', async () => {
    const { context } = admitted([undefined, new Rejection('revoked_api_key')]);
    await execute(store, organization, organizationId, create, context('one'));
    await execute(store, organization, organizationId, suspend, context('two'));
    expect(types()).toEqual(['OrganizationCreated', 'OrganizationSuspended']);
  });

  it('an event keeps nothing of the admission', async () => {
    const { context } = admitted([]);
    await execute(store, organization, organizationId, create, context('one'));
    expect(Reflect.ownKeys(store.events[0]?.metadata ?? {})).toEqual(Object.keys(metadata));
  });
});
