import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Notice {
  event: string;
  standard: string;
  expires_at: string;
  days_left: number;
}

const dayMs = 24 * 60 * 60 * 1_000;

let service: RunningService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  service = await sharedService(withLoad);
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver.stop());

it('a certification that expires is told once, though all was killed meanwhile', async () => {
  const subscription = { url: receiver.url, events: ['compliance.certification_expiring'] };
  const made = await service.postJson('/v1/webhooks', subscription);
  const { secret } = ((await made.json()) as { data: { secret: string } }).data;
  const inDays = (days: number) => new Date(Date.now() + (days - 0.5) * dayMs).toISOString();
  const expires = { 'ISO 27001': inDays(20), 'SOC 2': inDays(5), 'far away': inDays(100) };
  const record = async (standard: keyof typeof expires) => {
    const said = { status: 'compliant', expires_at: expires[standard] };
    const path = `/v1/compliance/certifications/${encodeURIComponent(standard)}`;
    expect((await service.postJson(path, said, { method: 'PUT' })).status).toBe(200);
  };
  /** Notices that were told, once a message: one that the receiver has answered may be sent again after a kill. */
  const told = async (): Promise<Notice[]> => {
    const messages = new Map(receiver.accepted.map((message) => [message.headers['webhook-id'], message]));
    return [...messages.values()].map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Notice);
  };

  await record('far away');
  await record('ISO 27001');
  await eventually(told, (notices) => notices.length > 0);
  await service.killEverything();
  await service.restart();
  await record('ISO 27001');
  await record('SOC 2');
  const notices = await eventually(told, (all) => all.some(({ standard }) => standard === 'SOC 2'));
  const event = 'compliance.certification_expiring';
  expect(notices).toMatchObject([
    { event, standard: 'ISO 27001', expires_at: expires['ISO 27001'], days_left: 20 },
    { event, standard: 'SOC 2', expires_at: expires['SOC 2'], days_left: 5 },
  ]);
  expect(notices).toHaveLength(2);
});
