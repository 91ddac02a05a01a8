import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { runStatements } from './service-database.js';
import { withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Hook {
  id: string;
  status: string;
}

interface Delivery {
  attempts: { status_code: number | null; reason: string | null }[];
}

/** Attempts of a subscription that are in flight at the same time. */
const maxInFlight = 8;
/** Attempts of an organization that are in flight at the same time in a worker, of 64. */
const maxOfOrganization = 32;
const workers = process.env.E2E_CLUSTER === '1' ? 2 : 1;

describe('webhooks whose receivers fail, seen from outside', () => {
  let service: RunningService;
  let receiver: WebhookReceiver;
  let others: Server[];

  beforeAll(async () => {
    // One of its own: rows that are changed beneath it are no longer those that a replay gives.
    service = await RunningService.start({ settings: withLoad });
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await service.dispose();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.statusCode = 204;
    receiver.received.length = 0;
    receiver.accepted.length = 0;
    others = [];
    return () => {
      for (const server of others) {
        server.close();
        server.closeAllConnections();
      }
    };
  });

  const dataOf = async <T>(answer: Response): Promise<T> => {
    const body = (await answer.json()) as { data: T };
    expect(answer.ok, JSON.stringify(body)).toBe(true);
    return body.data;
  };
  const create = async (url: string): Promise<string> =>
    (await dataOf<Hook>(await service.postJson('/v1/webhooks', { url, events: ['document.completed'] }))).id;
  const test = async (id: string): Promise<Delivery> => dataOf(await service.postJson(`/v1/webhooks/${id}/test`, {}));
  const deliveriesOf = async (id: string): Promise<Delivery[]> => {
    const answer = await service.fetch(`/v1/webhooks/${id}/deliveries?limit=100`);
    return (await dataOf<{ deliveries: Delivery[] }>(answer)).deliveries;
  };
  const urlOf = async (server: Server): Promise<string> => {
    others.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  };

  it('a receiver that hangs has eight requests at a time, and holds up no other', async () => {
    let [open, most] = [0, 0];
    const hanging = await create(
      await urlOf(
        createServer((request, response) => {
          request.resume();
          open += 1;
          most = Math.max(most, open);
          response.on('close', () => {
            open -= 1;
          });
        }),
      ),
    );
    const other = await create(receiver.url);
    for (let count = 0; count < 6 * maxInFlight; count += 1) await test(hanging);
    await eventually(
      async () => open,
      (count) => count === maxInFlight,
    );
    for (let count = 0; count < 5; count += 1) await test(other);
    await eventually(
      async () => receiver.accepted.length,
      (count) => count === 5,
    );
    const waiting = (await deliveriesOf(hanging)).filter(({ attempts }) => attempts.length === 0);
    expect(waiting.length).toBeGreaterThan(0);
    expect(most).toBe(maxInFlight);
    for (const id of [hanging, other]) await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
  });

  it('an organization whose receivers all hang holds up no other organization', async () => {
    let [open, most] = [0, 0];
    const url = await urlOf(
      createServer((request, response) => {
        request.resume();
        open += 1;
        most = Math.max(most, open);
        response.on('close', () => {
          open -= 1;
        });
      }),
    );
    const hooks: string[] = [];
    while (hooks.length * maxInFlight < 2 * maxOfOrganization) hooks.push(await create(url));
    for (let count = 0; count < maxInFlight; count += 1) for (const id of hooks) await test(id);
    await eventually(
      async () => open,
      (count) => count >= maxOfOrganization,
    );
    const { api_key: key } = await commandLine<{ api_key: string }>(
      ...([service, 'organization', 'create', '--name', 'Other', '--tier', 'max'] as const),
    );
    const ofOther = { url: receiver.url, events: ['document.completed'] };
    const { id } = await dataOf<Hook>(await service.postJson('/v1/webhooks', ofOther, { key }));
    for (let count = 0; count < 5; count += 1) {
      await dataOf(await service.postJson(`/v1/webhooks/${id}/test`, {}, { key }));
      await eventually(
        async () => receiver.accepted.length,
        (accepted) => accepted > count,
      );
    }
    expect(most).toBeLessThanOrEqual(maxOfOrganization * workers);
    for (const hook of hooks) await service.fetch(`/v1/webhooks/${hook}`, { method: 'DELETE' });
  });

  it('a redirect is a failure, and where it leads nothing is sent', async () => {
    const redirecting = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: receiver.url }).end();
    });
    const id = await create(await urlOf(redirecting));
    await test(id);
    const [delivery] = await eventually(
      () => deliveriesOf(id),
      ([newest]) => (newest?.attempts.length ?? 0) > 0,
    );
    expect(delivery?.attempts[0]).toMatchObject({ status_code: 307, reason: 'redirect' });
    expect(receiver.received).toEqual([]);
    await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
  });

  it('five days of failures disable a webhook, which is in the audit log', async () => {
    receiver.statusCode = 500;
    const id = await create(receiver.url);
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.'], { type: 'text/plain' }), 'house.txt');
    await dataOf(await service.fetch('/v1/documents', { method: 'POST', body: form }));
    await eventually(
      () => deliveriesOf(id),
      ([delivery]) => (delivery?.attempts.length ?? 0) >= 2,
    );
    const firstAttempt = `update read_model.webhook_attempt set attempted_at = attempted_at - interval '121 hours'
      where attempt = 1 and delivery_id in (select id from read_model.webhook_delivery where webhook_id = $1)`;
    const enabled = "update read_model.webhook set enabled_at = enabled_at - interval '122 hours' where id = $1";
    await runStatements(service, [firstAttempt, id], [enabled, id]);
    const statusOf = async () => (await dataOf<Hook>(await service.fetch(`/v1/webhooks/${id}`))).status;
    await eventually(statusOf, (status) => status === 'disabled');
    const acts = await service.fetch(`/v1/compliance/audit-logs?action=webhook_disable&resource_id=${id}`);
    expect((await dataOf<{ entries: object[] }>(acts)).entries).toMatchObject([{ result: 'success' }]);
  });
});
