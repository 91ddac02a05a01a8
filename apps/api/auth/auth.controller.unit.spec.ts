import { beforeEach, describe, expect, it } from 'vitest';
import { EndSession } from '#libs/application/users/end-session.handler.js';
import { hashToken } from '#libs/application/users/secret-tokens.js';
import { SetPassword } from '#libs/application/users/set-password.handler.js';
import { SignUpOwner } from '#libs/application/users/sign-up-owner.handler.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { accountId, invited, passwordSet } from '#test/fakes/user-events.js';
import { Ports } from '#test/handler/handler-specification.js';
import { AuthController } from './auth.controller.js';
import type { SignInOutcome } from './sign-in.js';

const token = 'the-token';
const open = { ...invited, data: { ...invited.data, inviteHash: hashToken(token) } };
const shown = { id: 'usr_1', email: 'ada@example.com', name: 'Ada', role: 'developer' } as const;
const session = { user: shown, organization: { id: 'org_1', name: 'Väylä Oy' }, scopes: [], expires_at: 'then' };
const organization = { tier: 'pro', keys: [], unreadable: false } as const;
const access = accessOfKey({
  user: { accountId, sessionId: 'ses_1', role: 'developer', generation: 1, sessionEndsAt: 1_000 },
});
const accountOf = (events: readonly UserEvent[]) => {
  const state = events.reduce<ReturnType<typeof user.evolve>>(user.evolve, user.initialState);
  if (state.status !== 'account') throw new Error('There is no account');
  return state;
};

describe('signing in and out', () => {
  let commands: RecordedCommands;
  let begun: string[];
  let recorded: string[];
  let outcome: SignInOutcome;
  let isRight: boolean;
  let owners: number;
  let ports: Ports;

  const set = async (events: readonly UserEvent[], changes: Partial<typeof access> = {}) => {
    ports = new Ports();
    await ports.eventStore.append(`user-${accountId}`, toNewEvents('given', events, uploaderMetadata), 'no-stream');
    await ports.accounts.reserve({ accountId, organizationId: 'org_1', userId: 'usr_1' }, 'ada@example.com');
    await ports.accounts.setInvite(accountId, hashToken(token));
    commands = new RecordedCommands(accountOf(events));
    return new AuthController(
      commands.asCommands,
      {
        withPassword: async () => outcome,
        isPasswordOf: async () => isRight,
        beginFrom: async () => undefined,
        succeededFrom: async () => undefined,
      },
      {
        begin: async (_exchange, { method }) => {
          begun.push(method);
          return session;
        },
      },
      { hash: async (password) => `hash of ${password}` },
      {
        of: async () => ({ ...access, ...changes }),
        sessionOf: async (_account, expires_at) => ({ ...session, expires_at }),
      },
      ports.accounts,
      ports.eventStore,
      {
        applyWritten: async () => undefined,
        organizationNow: async (id) => ({
          organization: { ...organization, keys: [], id, suspended: changes.organizationSuspended ?? false },
          owners,
        }),
      },
      { withoutToken: 'no cookie' },
      {
        refuse: async (_request, route, { refusedOn, rejection }) => {
          recorded.push(`${route.act?.action} ${refusedOn.map(({ keyId }) => keyId)}`);
          throw rejection;
        },
      },
    );
  };
  const request = () => requestOf({}, { access });
  const reply = new RecordedReply();
  const signIn = async (controller: AuthController, sent = requestOf()) =>
    controller.login(sent, reply.asReply, { email: 'ada@example.com', password: 'secret' });

  beforeEach(() => {
    begun = [];
    recorded = [];
    isRight = true;
    owners = 0;
    outcome = { account: accountOf([invited, passwordSet]), access };
  });

  it('who is told by a password gets a session', async () => {
    expect(await signIn(await set([invited, passwordSet]))).toEqual(session);
    expect(begun).toEqual(['password']);
  });

  it('a refused sign-in is recorded once, on the account that it was tried on', async () => {
    const controller = await set([invited, passwordSet]);
    outcome = { account: undefined, refusedOn: [access] };
    const sent = request();
    expect((await rejectionOf(() => signIn(controller, sent))).code).toBe('invalid_credentials');
    expect(recorded).toEqual([`user_login ${access.keyId}`]);
    expect(begun).toEqual([]);
  });

  it('an invite sets the password that it is the right for', async () => {
    const controller = await set([open]);
    await controller.acceptInvite(requestOf(), reply.asReply, { token, password: 'new secret' });
    const password = { accountId, hash: 'hash of new secret', by: 'invite', proof: hashToken(token) } as const;
    expect(commands.sent).toEqual([new SetPassword(password, uploaderMetadata)]);
    expect(begun).toEqual(['new_password']);
  });

  it('the token is taken in the path still, where the answer says that this ends', async () => {
    const controller = await set([open]);
    const own = new RecordedReply();
    await controller.acceptInviteByPath(requestOf(), own.asReply, token, { password: 'new secret' });
    expect(commands.sent).toHaveLength(1);
    expect(own.headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d{10}$/),
      sunset: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    });
  });

  it('an invite that has ended is refused in the name of its account, so that the refusal is an entry', async () => {
    const past = { ...open, data: { ...open.data, inviteExpiresAt: '2020-01-01T00:00:00.000Z' } };
    const controller = await set([past]);
    const sent = requestOf();
    await rejectionOf(() => controller.acceptInvite(sent, reply.asReply, { token, password: 'x' }));
    expect(sent.caller.access).toEqual(access);
  });

  it('an invite that was used, has ended, is another or of a suspended organization sets nothing', async () => {
    const accept = async (controller: AuthController, given = token) =>
      (await rejectionOf(() => controller.acceptInvite(requestOf(), reply.asReply, { token: given, password: 'x' })))
        .code;
    expect(await accept(await set([open, passwordSet]))).toBe('not_found');
    const past = { ...open, data: { ...open.data, inviteExpiresAt: '2020-01-01T00:00:00.000Z' } };
    expect(await accept(await set([past]))).toBe('not_found');
    expect(await accept(await set([open]), 'another')).toBe('not_found');
    expect(await accept(await set([open], { organizationSuspended: true }))).toBe('organization_suspended');
    expect(commands.sent).toEqual([]);
  });

  describe('the owner of the first start', () => {
    const secret = 'a secret';
    const ownerAccount = '01KAH0000000000000000000AA'.replace(/^01/, '00');
    const link = {
      type: 'OwnerLinkMade',
      data: {
        ...{ organizationId: 'org_1', accountId: `acc_${ownerAccount}`, subject: 'sub_of_owner' },
        ...{
          linkHash: hashToken(secret),
          linkExpiresAt: '2099-01-01T00:00:00.000Z',
          madeAt: '2026-11-29T08:00:00.000Z',
        },
      },
    } as const;
    const body = { token: `${ownerAccount}.${secret}`, email: 'ada@example.com', name: 'Ada', password: 'new secret' };

    const setWithLink = async (made: Omit<typeof link, 'data'> & { data: object } = link, changes = {}) => {
      const controller = await set([invited, passwordSet], changes);
      const events = toNewEvents('given', [made as typeof link], uploaderMetadata);
      await ports.eventStore.append(`user-acc_${ownerAccount}`, events, 'no-stream');
      return controller;
    };

    it('an owner becomes an account by the link, and is signed in', async () => {
      const controller = await setWithLink();
      expect(await controller.signUpOwner(requestOf(), reply.asReply, body)).toEqual(session);
      const owner = {
        ...{ accountId: `acc_${ownerAccount}`, subject: 'sub_of_owner', proof: hashToken(secret) },
        ...{ email: body.email, name: 'Ada', hash: 'hash of new secret' },
      };
      expect(commands.sent).toEqual([new SignUpOwner(owner, uploaderMetadata)]);
      expect(begun).toEqual(['new_password']);
    });

    it('a link that is another or has ended is refused in the name of its owner, so that the refusal is an entry', async () => {
      const ended = { ...link, data: { ...link.data, linkExpiresAt: '2020-01-01T00:00:00.000Z' } };
      for (const [made, token] of [
        [link, `${ownerAccount}.other`],
        [ended, body.token],
      ] as const) {
        const controller = await setWithLink(made);
        const sent = requestOf();
        await rejectionOf(() => controller.signUpOwner(sent, reply.asReply, { ...body, token }));
        expect(sent.caller.access).toMatchObject({ organizationId: 'org_1', subject: 'sub_of_owner' });
      }
    });

    it('a link that is another, has ended, or is of a suspended organization makes no owner, nor one beside another', async () => {
      const refusal = async (controller: AuthController, token = body.token) =>
        (await rejectionOf(() => controller.signUpOwner(requestOf(), reply.asReply, { ...body, token }))).code;
      for (const token of [
        secret,
        `${ownerAccount}.other`,
        `${ownerAccount}`,
        '.',
        `../${ownerAccount}.${secret}`,
        `${body.token}.more`,
      ])
        expect(await refusal(await setWithLink(), token)).toBe('not_found');
      const ended = { ...link, data: { ...link.data, linkExpiresAt: '2020-01-01T00:00:00.000Z' } };
      expect(await refusal(await setWithLink(ended))).toBe('not_found');
      expect(await refusal(await setWithLink(link, { organizationSuspended: true }))).toBe('organization_suspended');
      owners = 1;
      expect(await refusal(await setWithLink())).toBe('conflict');
      expect(commands.sent).toEqual([]);
    });
  });

  it('a password is changed with the one before it', async () => {
    const controller = await set([invited, passwordSet]);
    const body = { current: 'old', new: 'new secret' };
    await controller.changePassword(request(), reply.asReply, body);
    const password = { accountId, hash: 'hash of new secret', by: 'user', proof: 'cred_1' } as const;
    expect(commands.sent).toEqual([new SetPassword(password, uploaderMetadata)]);
    isRight = false;
    const wrong = () => controller.changePassword(request(), reply.asReply, body);
    expect((await rejectionOf(wrong)).code).toBe('invalid_credentials');
    expect(commands.sent).toHaveLength(1);
  });

  it('a session is shown, and ends with its cookie', async () => {
    const controller = await set([invited, passwordSet]);
    const sent = request();
    expect(await controller.session(sent)).toEqual({ ...session, expires_at: '1970-01-01T00:00:01.000Z' });
    expect(await controller.logout(sent, reply.asReply)).toEqual({ signed_out: true });
    expect(commands.sent).toEqual([new EndSession('ses_1', uploaderMetadata)]);
    expect(reply.headers['set-cookie']).toBe('no cookie');
  });
});
