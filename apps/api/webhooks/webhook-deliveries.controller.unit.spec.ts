import { beforeEach, describe, expect, it } from 'vitest';
import { RedeliverWebhook } from '#libs/application/webhooks/redeliver-webhook.handler.js';
import { ReplayWebhook } from '#libs/application/webhooks/replay-webhook.handler.js';
import { TestWebhook } from '#libs/application/webhooks/test-webhook.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { WebhookDeliveryView } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { webhookId, webhookUrl } from '#test/fakes/webhook-events.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

const { organizationId } = accessOfKey();
const visible = { waitedFor: ['webhook-deliveries', 'webhook-attempts'] };
const delivery: WebhookDeliveryView = {
  id: 'whd_1',
  webhook_id: webhookId,
  sequence: 3,
  event: 'document.completed',
  document_id: 'doc_1',
  status: 'pending',
  attempts: [],
  next_attempt_at: '2026-11-21T08:00:00.000Z',
  created_at: '2026-11-21T08:00:00.000Z',
};
const { document_id: _, ...shown } = delivery;

let told: unknown[];
let isKnown: boolean;
let isAllowed: boolean;
let inPeriod: number;

beforeEach(() => {
  told = [];
  isKnown = true;
  isAllowed = true;
  inPeriod = 3;
});

const controllerWith = (commands = new RecordedCommands()) =>
  new WebhookDeliveriesController(
    commands.asCommands,
    {
      handle: async (_organization, id) => {
        if (id !== webhookId) throw new Rejection('not_found');
        return { id, url: webhookUrl, events: [], delivery: 'push', status: 'active', created_at: delivery.created_at };
      },
    },
    {
      one: async (organization, id) => {
        told.push([organization, id]);
        return isKnown ? delivery : undefined;
      },
      countInPeriod: async (id, start, end) => {
        told.push([id, start, end]);
        return inPeriod;
      },
      ofWebhook: async (organization, id, page) => {
        told.push([organization, id]);
        return { deliveries: [delivery], pagination: { ...page, total: 1, has_more: false, next_cursor: null } };
      },
    },
    { visibleIn: async (...projections) => void told.push({ waitedFor: projections }) },
    {
      assertAllowed: async (field) => {
        if (!isAllowed) throw new Rejection('invalid_request', { details: { [field]: ['is another'] } });
      },
    },
  );

describe('the deliveries of a webhook', () => {
  it('a test is answered with its delivery', async () => {
    const commands = new RecordedCommands('whd_1');
    expect(await controllerWith(commands).test(requestOf(), webhookId)).toEqual(shown);
    expect(commands.sent).toEqual([new TestWebhook(webhookId, uploaderMetadata)]);
    expect(told).toEqual([visible, [organizationId, 'whd_1']]);
  });

  it('no test goes to a host that the organization does not name any more', async () => {
    isAllowed = false;
    const commands = new RecordedCommands('whd_1');
    const refused = await rejectionOf(() => controllerWith(commands).test(requestOf(), webhookId));
    expect(refused).toMatchObject({ code: 'invalid_request', details: { url: ['is another'] } });
    expect(commands.sent).toEqual([]);
  });

  it('a message that is sent again is answered with its delivery', async () => {
    const commands = new RecordedCommands();
    expect(await controllerWith(commands).redeliver(requestOf(), webhookId, 'whd_1')).toEqual(shown);
    expect(commands.sent).toEqual([new RedeliverWebhook(webhookId, 'whd_1', uploaderMetadata)]);
    expect(told).toEqual([visible, [organizationId, 'whd_1']]);
  });

  it('while the list of deliveries stands still, the caller is asked to come again', async () => {
    isKnown = false;
    const { code } = await rejectionOf(() =>
      controllerWith(new RecordedCommands('whd_1')).test(requestOf(), webhookId),
    );
    expect(code).toBe('service_unavailable');
  });

  it('the messages to a webhook are listed with their numbers, own writes included', async () => {
    expect(await controllerWith().list(requestOf(), webhookId, { limit: '5' })).toEqual({
      deliveries: [shown],
      pagination: { total: 1, limit: 5, offset: 0, has_more: false, next_cursor: null },
    });
    expect(told).toEqual([visible, [organizationId, webhookId]]);
  });

  it('a webhook that the organization does not have has no deliveries to list', async () => {
    expect((await rejectionOf(() => controllerWith().list(requestOf(), 'whk_other', {}))).code).toBe('not_found');
    expect(told).toEqual([]);
  });

  const period = { start: '2026-11-20', end: '2026-11-21T01:00:00+01:00' };

  it('the messages of a period are sent again, and counted in the answer, own writes included', async () => {
    const commands = new RecordedCommands();
    expect(await controllerWith(commands).replay(requestOf(), webhookId, period)).toEqual({ deliveries: 3 });
    const [start, end] = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
    expect(commands.sent).toEqual([new ReplayWebhook(webhookId, { start, end, deliveries: 3 }, uploaderMetadata)]);
    expect(told).toEqual([{ waitedFor: ['webhook-deliveries'] }, [webhookId, start, end]]);
  });

  it.each([
    ['has too many messages', 10_001, period],
    ['ends before it starts', 3, { start: period.end, end: period.start }],
  ])('a period that %s is refused', async (_what, count, body) => {
    inPeriod = count;
    const commands = new RecordedCommands();
    const rejection = await rejectionOf(() => controllerWith(commands).replay(requestOf(), webhookId, body));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { end: [expect.any(String)] } });
    expect(commands.sent).toEqual([]);
  });

  it('messages of a webhook that the organization does not have are not even counted', async () => {
    const rejection = await rejectionOf(() => controllerWith().replay(requestOf(), 'whk_other', period));
    expect({ code: rejection.code, told }).toEqual({ code: 'not_found', told: [] });
  });
});
