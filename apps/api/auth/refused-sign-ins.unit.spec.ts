import { expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Ports } from '#test/handler/handler-specification.js';
import { RefusedSignIns } from './refused-sign-ins.js';

const { organizationId } = uploaderMetadata;
const route = { method: 'GET', path: '/', act: { action: 'user_login', resource: 'user' } } as const;
const rejection = new Rejection('invalid_credentials');

const setUp = async () => {
  const recorded: (string | undefined)[] = [];
  const ports = new Ports();
  const command = { type: 'CreateOrganization', organizationId, name: 'Ada’s', tier: 'pro', now: 'now' } as const;
  const created = organization.decide(command, organization.initialState);
  const events = toNewEvents('given', created, uploaderMetadata);
  await ports.eventStore.append(`organization-${organizationId}`, events, 'no-stream');
  const record = async ({ caller }: { caller: { access?: { keyId: string } | undefined } }) => {
    recorded.push(caller.access?.keyId);
    return rejection;
  };
  return { recorded, refusals: new RefusedSignIns({ record }, ports.eventStore, ports.subjectKeys) };
};

it('a refusal is recorded once on each whom it was on, and leaves at a step of time', async () => {
  const { refusals, recorded } = await setUp();
  const request = requestOf({}, { caller: { startedAt: performance.now() } });
  const { startedAt } = request.caller;
  const refusedOn = ['acc_1', 'acc_2'].map((keyId) => accessOfKey({ keyId }));
  expect(await rejectionOf(() => refusals.refuse(request, route, { refusedOn, rejection }))).toBe(rejection);
  // Timers of Node may end a little early.
  expect(performance.now() - startedAt).toBeGreaterThan(240);
  expect(recorded).toEqual(['acc_1', 'acc_2']);
  expect(request.caller.recorded).toBe(true);
});

it('nobody of an organization is told of under its own id, and as a user without a name', async () => {
  const { refusals } = await setUp();
  expect(await refusals.nobodyOf(organizationId)).toMatchObject({
    keyId: organizationId,
    organizationId,
    scopes: [],
    userId: '[unknown]',
    user: { sessionId: undefined },
  });
  expect(await refusals.nobodyOf('org_01KAH0000000000000000000ZZ')).toBeUndefined();
});
