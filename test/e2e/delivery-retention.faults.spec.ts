import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { runStatements } from './service-database.js';
import { sharedService, withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Delivery {
  id: string;
  status: string;
}

let service: RunningService;
let receiver: WebhookReceiver;

const read = async <Data>(path: string): Promise<Data> => {
  const answer = await service.fetch(path);
  return ((await answer.json()) as { data: Data }).data;
};

beforeAll(async () => {
  service = await sharedService(withLoad);
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver.stop());

it('deliveries older than the organization keeps them are gone, for good, and the removal is in the audit log', async () => {
  const made = await service.postJson('/v1/webhooks', { url: receiver.url, events: ['document.completed'] });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  const deliveries = async () =>
    (await read<{ deliveries: Delivery[] }>(`/v1/webhooks/${id}/deliveries`)).deliveries.map((one) => one.status);
  for (const _ of ['old', 'new']) await service.postJson(`/v1/webhooks/${id}/test`, {});
  await eventually(deliveries, (found) => found.length === 2 && found.every((status) => status === 'succeeded'));
  const oldest = '(select id from read_model.webhook_delivery where webhook_id = $1 order by created_at, id limit 1)';
  await runStatements(
    service,
    [
      `update read_model.webhook_attempt set attempted_at = attempted_at - interval '30 days' where delivery_id = ${oldest}`,
      id,
    ],
    [`update read_model.webhook_delivery set created_at = created_at - interval '30 days' where id = ${oldest}`, id],
  );
  expect(await deliveries()).toHaveLength(2);
  const retention = { retention: { webhook_deliveries: 'P14D' } };
  expect((await service.postJson('/v1/organization', retention, { method: 'PATCH' })).status).toBe(200);
  await eventually(deliveries, (found) => found.length === 1);
  const { entries } = await read<{ entries: { metadata: object }[] }>(
    '/v1/compliance/audit-logs?action=retention_apply',
  );
  expect(entries).toMatchObject([
    {
      result: 'success',
      resource: 'organization',
      metadata: { deliveries: 1, retention_webhook_deliveries: 'P14D', scheduled_before: expect.any(String) },
    },
  ]);

  await commandLine(service, 'projections', 'rebuild', 'webhook-deliveries');
  await commandLine(service, 'projections', 'rebuild', 'webhook-attempts');
  expect(await deliveries()).toEqual(['succeeded']);
});
