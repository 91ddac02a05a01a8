import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyAccess } from '#libs/application/key-access.js';
import { CreateWebhook } from '#libs/application/webhooks/create-webhook.handler.js';
import { DeleteWebhook } from '#libs/application/webhooks/delete-webhook.handler.js';
import { RotateWebhookSecret } from '#libs/application/webhooks/rotate-webhook-secret.handler.js';
import { UpdateWebhook } from '#libs/application/webhooks/update-webhook.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { webhookId, webhookSecret, webhookUrl } from '#test/fakes/webhook-events.js';
import { WebhooksController } from './webhooks.controller.js';
import type { WebhookDto } from './webhooks.dto.js';

const { organizationId } = accessOfKey();
const view: WebhookDto = {
  id: webhookId,
  url: webhookUrl,
  events: ['document.failed'],
  delivery: 'push',
  status: 'active',
  created_at: '2026-11-21T08:00:00.000Z',
};

/** Calls of the controller, in order: what it waited for and what it read. */
let told: unknown[];

beforeEach(() => {
  told = [];
});

const controllerWith = (commands: RecordedCommands, events: WebhookDto['events'] = view.events) =>
  new WebhooksController(
    commands.asCommands,
    {
      within: (organization, make) => {
        told.push({ oneMoreIn: organization });
        return make();
      },
    },
    {
      handle: async (organization, id) => {
        told.push({ found: id, of: organization });
        return { ...view, events };
      },
      all: async (_organization, ids) => ids.map((id) => ({ ...view, id })),
    },
    {
      list: async (organization, page) => {
        told.push({ list: organization });
        return { ids: ['whk_2', 'whk_1'], pagination: { ...page, total: 2, has_more: false, next_cursor: null } };
      },
    },
    { visibleIn: async (...projections) => void told.push({ waitedFor: projections }) },
    { TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: false, TRANSLEDGER_WEBHOOK_ALLOW_HTTP: false },
    {
      assertAllowed: async (field, _organization, url) => {
        if (url.includes('forbidden')) throw new Rejection('invalid_request', { details: { [field]: ['is another'] } });
      },
    },
  );

describe('POST /v1/webhooks', () => {
  const create = (body: object) => {
    const commands = new RecordedCommands({ webhookId, secret: webhookSecret });
    const request = { url: webhookUrl, events: ['document.failed' as const], ...body };
    return { commands, response: () => controllerWith(commands).create(requestOf(), request) };
  };

  it('the response shows the webhook, and its secret this once', async () => {
    const { commands, response } = create({ secret: webhookSecret });
    expect(await response()).toEqual({ ...view, secret: webhookSecret });
    const wanted = { url: webhookUrl, events: ['document.failed' as const], secret: webhookSecret };
    expect(commands.sent).toEqual([new CreateWebhook(wanted, uploaderMetadata)]);
    expect(told).toEqual([{ oneMoreIn: organizationId }, { found: webhookId, of: organizationId }]);
  });

  it('a host that the organization does not name is refused, on a change too', async () => {
    const url = 'https://forbidden.example.com/hook';
    const { commands, response } = create({ url });
    const refused = { code: 'invalid_request', details: { url: ['is another'] } };
    expect(await rejectionOf(response)).toMatchObject(refused);
    const update = () => controllerWith(commands).update(requestOf(), webhookId, { url });
    expect(await rejectionOf(update)).toMatchObject(refused);
    expect(commands.sent).toEqual([]);
  });

  it('one whose messages are pulled has no URL, and one with a URL is refused', async () => {
    const { commands, response } = create({ url: undefined, delivery: 'pull' });
    await response();
    expect(commands.sent).toMatchObject([{ webhook: { url: null } }]);
    const both = create({ delivery: 'pull' });
    expect(await rejectionOf(both.response)).toMatchObject({
      code: 'invalid_request',
      details: { url: [expect.any(String)] },
    });
    expect(both.commands.sent).toEqual([]);
  });

  it.each([undefined, null])('a secret is made where %s is given', async (secret) => {
    const { commands, response } = create({ secret });
    await response();
    expect(commands.sent).toMatchObject([{ webhook: { secret: undefined } }]);
  });

  it.each([
    ['url', { url: 'http://hooks.example.com/' }],
    ['url', { url: 'https://169.254.169.254/' }],
    ['secret', { secret: 'whsec_!!' }],
    ['secret', { secret: 'too short' }],
  ])('a %s that cannot be used is refused, and nothing is sent', async (field, body) => {
    const { commands, response } = create(body);
    expect(await rejectionOf(response)).toMatchObject({
      code: 'invalid_request',
      details: { [field]: [expect.any(String)] },
    });
    expect(commands.sent).toEqual([]);
  });
});

describe('GET /v1/webhooks', () => {
  it('the list shows the webhooks of the own organization, own writes included', async () => {
    const listed = await controllerWith(new RecordedCommands()).list(requestOf(), {});
    expect(listed).toMatchObject({ webhooks: [{ id: 'whk_2' }, { id: 'whk_1' }], pagination: { total: 2 } });
    expect(told).toEqual([{ waitedFor: ['webhooks'] }, { list: organizationId }]);
  });

  it('one webhook is found in the own organization', async () => {
    expect(await controllerWith(new RecordedCommands()).get(requestOf(), webhookId)).toEqual(view);
    expect(told).toEqual([{ found: webhookId, of: organizationId }]);
  });
});

describe('PATCH /v1/webhooks/:id', () => {
  it.each([
    [{ url: webhookUrl }, { url: webhookUrl, events: undefined, isEnabled: false }],
    [
      { events: ['document.failed' as const] },
      { url: undefined, events: ['document.failed' as const], isEnabled: false },
    ],
    [{ status: 'active' as const }, { url: undefined, events: undefined, isEnabled: true }],
    [{}, { url: undefined, events: undefined, isEnabled: false }],
  ])('the body %j changes what it names', async (body, changes) => {
    const commands = new RecordedCommands();
    expect(await controllerWith(commands).update(requestOf(), webhookId, body)).toEqual(view);
    expect(commands.sent).toEqual([new UpdateWebhook(webhookId, changes, uploaderMetadata)]);
  });

  it('a URL that webhooks are never sent to is refused', async () => {
    const commands = new RecordedCommands();
    const body = { url: 'https://localhost/' };
    const rejection = await rejectionOf(() => controllerWith(commands).update(requestOf(), webhookId, body));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { url: [expect.any(String)] } });
    expect(commands.sent).toEqual([]);
  });
});

describe('events of compliance', () => {
  const request = (...scopes: KeyAccess['scopes']) => requestOf({}, { access: accessOfKey({ scopes }) });
  const complianceEvents = ['compliance.report_ready' as const];
  const refused = { code: 'insufficient_scope', status: 403, details: { required: 'compliance:read' } };

  it('are subscribed to by those alone who may read them', async () => {
    const commands = new RecordedCommands({ webhookId, secret: webhookSecret });
    const body = { url: webhookUrl, events: complianceEvents };
    const create = (sent: FastifyRequest) => controllerWith(commands).create(sent, body);
    expect(await rejectionOf(() => create(request('webhooks:manage')))).toMatchObject(refused);
    expect(commands.sent).toEqual([]);
    await create(request('webhooks:manage', 'compliance:read'));
    expect(commands.sent).toHaveLength(1);
  });

  it('neither go elsewhere, nor are signed anew, by those who may not read them', async () => {
    const commands = new RecordedCommands({ secret: 'whsec_new', previousValidUntil: 'then' });
    const controller = controllerWith(commands, complianceEvents);
    const weak = request('webhooks:manage');
    for (const body of [{ url: webhookUrl }, { status: 'active' as const }, { events: complianceEvents }])
      expect(await rejectionOf(() => controller.update(weak, webhookId, body))).toMatchObject(refused);
    expect(await rejectionOf(() => controller.rotate(weak, webhookId))).toMatchObject(refused);
    expect(commands.sent).toEqual([]);
    await controller.update(weak, webhookId, { events: ['document.failed'] });
    await controller.rotate(request('webhooks:manage', 'compliance:read'), webhookId);
    expect(commands.sent).toHaveLength(2);
  });
});

it('POST /v1/webhooks/:id/rotate-secret shows the new secret, and how long the old one signs', async () => {
  const commands = new RecordedCommands({ secret: 'whsec_new', previousValidUntil: '2026-11-22T08:00:00.000Z' });
  expect(await controllerWith(commands).rotate(requestOf(), webhookId)).toEqual({
    secret: 'whsec_new',
    previous_valid_until: '2026-11-22T08:00:00.000Z',
  });
  expect(commands.sent).toEqual([new RotateWebhookSecret(webhookId, uploaderMetadata)]);
});

it('DELETE /v1/webhooks/:id deletes it', async () => {
  const commands = new RecordedCommands();
  expect(await controllerWith(commands).delete(requestOf(), webhookId)).toEqual({ id: webhookId, deleted: true });
  expect(commands.sent).toEqual([new DeleteWebhook(webhookId, uploaderMetadata)]);
});
