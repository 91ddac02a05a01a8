import { beforeEach, describe, expect, it } from 'vitest';
import { CreateApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import type { IssuedKey } from '#libs/application/api-keys/issued-key.js';
import { RevokeApiKey } from '#libs/application/api-keys/revoke-api-key.handler.js';
import { RotateApiKey } from '#libs/application/api-keys/rotate-api-key.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ApiKeysController } from './api-keys.controller.js';

const issued: IssuedKey = {
  key: 'tl_secret',
  grant: {
    keyId: 'key_2',
    organizationId: 'org_1',
    name: 'build server',
    secretHash: 'ab',
    scopes: ['translate'],
    ipAllowlist: ['192.0.2.0/24'],
    expiresAt: null,
    createdAt: '2026-11-21T08:00:00.000Z',
    ownerSubject: 'sub_1',
    sealedOwner: 'sealed',
  },
};
const { organizationId } = accessOfKey();

/** Notifications that the node got about keys, and projections that it waited for. */
let told: unknown[];

beforeEach(() => {
  told = [];
});

const controllerWith = (commands: RecordedCommands) =>
  new ApiKeysController(
    commands.asCommands,
    { revoke: (key) => void told.push({ revoke: key }) },
    {
      within: (organization, make) => {
        told.push({ oneMoreIn: organization });
        return make();
      },
    },
    { store: async () => void told.push('uses stored') },
    {
      list: async (organization, page) => {
        told.push({ list: organization });
        return { api_keys: [], pagination: { ...page, total: 0, has_more: false, next_cursor: null } };
      },
    },
    { visibleIn: async (...projections) => void told.push({ waitedFor: projections }) },
    { of: async ({ subject, userId }, named) => (named === undefined ? { subject, userId } : ownerNamed(named)) },
    { open: async () => ({ user_id: 'usr_owner' }) },
  );

const ownerNamed = (userId: string) => ({ subject: 'sub_owner', userId, role: 'developer' as const });
const maker = { subject: accessOfKey().subject, userId: accessOfKey().userId };

describe('POST /v1/api-keys', () => {
  const create = (body: object) => {
    const commands = new RecordedCommands(issued);
    const request = { name: 'build server', scopes: ['translate' as const], ...body };
    return { commands, response: controllerWith(commands).create(requestOf(), request) };
  };

  it('the response shows the key in clear, and not its hash', async () => {
    expect(await create({}).response).toEqual({
      id: 'key_2',
      name: 'build server',
      scopes: ['translate'],
      ip_allowlist: ['192.0.2.0/24'],
      status: 'active',
      created_at: '2026-11-21T08:00:00.000Z',
      expires_at: null,
      last_used_at: null,
      created_by: { user_id: maker.userId },
      owner: { user_id: maker.userId },
      key: 'tl_secret',
    });
  });

  it('a key that is made for another user has that owner, and whoever makes it as its maker', async () => {
    const { commands, response } = create({ owner: 'usr_of_the_shop' });
    expect(await response).toMatchObject({
      created_by: { user_id: maker.userId },
      owner: { user_id: 'usr_of_the_shop' },
    });
    expect(commands.sent).toMatchObject([{ key: { owner: ownerNamed('usr_of_the_shop'), maker } }]);
  });

  it('a key is created in the name of its maker, who can grant its own rights', async () => {
    const { commands, response } = create({ expires_at: '2099-12-31T01:00:00+01:00', ip_allowlist: ['192.0.2.0/24'] });
    await response;
    const { subject, userId, scopes } = accessOfKey();
    expect(commands.sent).toEqual([
      new CreateApiKey(
        {
          name: 'build server',
          scopes: ['translate'],
          ipAllowlist: ['192.0.2.0/24'],
          expiresAt: '2099-12-31T00:00:00.000Z',
          owner: { subject, userId },
          maker,
          grantor: { scopes, ipAllowlist: [], endsAt: null },
        },
        uploaderMetadata,
      ),
    ]);
  });

  it.each([undefined, null])(
    'a key made with the expiry %s does not expire and may be used from anywhere',
    async (expires_at) => {
      const { commands, response } = create({ expires_at });
      await response;
      expect(commands.sent).toMatchObject([{ key: { expiresAt: null, ipAllowlist: [] } }]);
    },
  );
});

describe('GET /v1/api-keys', () => {
  it('the list shows the keys of the own organization, own writes and uses included', async () => {
    const listed = await controllerWith(new RecordedCommands()).list(requestOf(), {});
    expect(listed).toMatchObject({ api_keys: [], pagination: { total: 0 } });
    expect(told).toEqual(['uses stored', { waitedFor: ['api-keys'] }, { list: organizationId }]);
  });
});

describe('POST /v1/api-keys/:id/rotate', () => {
  it('a rotation returns the successor, and hands on no more than its caller has', async () => {
    const commands = new RecordedCommands(issued);
    expect(await controllerWith(commands).rotate(requestOf(), 'key_1')).toMatchObject({
      id: 'key_2',
      key: 'tl_secret',
    });
    expect(commands.sent).toEqual([
      new RotateApiKey(
        'key_1',
        { scopes: accessOfKey().scopes, ipAllowlist: [], endsAt: null },
        uploaderMetadata,
        maker,
      ),
    ]);
  });

  it('a rotation is refused as its command is', async () => {
    const controller = controllerWith(new RecordedCommands(new Rejection('conflict')));
    expect((await rejectionOf(() => controller.rotate(requestOf(), 'key_1'))).code).toBe('conflict');
    expect(told).toEqual([{ oneMoreIn: organizationId }]);
  });
});

describe('DELETE /v1/api-keys/:id', () => {
  it('a revocation holds on this node at once', async () => {
    const commands = new RecordedCommands();
    expect(await controllerWith(commands).revoke(requestOf(), 'key_1')).toEqual({ id: 'key_1', revoked: true });
    const { keyId, scopes } = accessOfKey();
    expect(commands.sent).toEqual([new RevokeApiKey('key_1', { keyId, scopes }, uploaderMetadata)]);
    expect(told).toEqual([{ revoke: 'key_1' }]);
  });

  it('a key without keys:manage revokes itself, and no other', async () => {
    const access = accessOfKey({ scopes: ['translate'] });
    const commands = new RecordedCommands();
    const revoke = (id: string) => controllerWith(commands).revoke(requestOf({}, { access }), id);
    expect(await rejectionOf(() => revoke('key_1'))).toMatchObject({
      code: 'insufficient_scope',
      details: { required: 'keys:manage' },
    });
    expect(commands.sent).toEqual([]);
    expect(await revoke(access.keyId)).toEqual({ id: access.keyId, revoked: true });
  });
});
