import { expect, it } from 'vitest';
import type { WebhookReceiver } from '#test/e2e/webhook-receiver.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';
import { settle } from './settlement.js';

it('the programs that look are started once all the rest is at rest', async () => {
  const statuses = ['processing', 'processing', 'completed'];
  const commands: string[] = [];
  const cluster = {
    client: {
      fetch: async (path: string) =>
        path === '/health/ready' ? new Response('{}') : Response.json({ data: { status: statuses.shift() } }),
    },
    commandLine: async (...args: string[]) => {
      commands.push(`${args.join(' ')} with ${statuses.length} to come`);
      return { groups: [], projections: [] };
    },
  } as unknown as FaultCluster;
  const webhook = { headers: { 'webhook-id': 'whd_1' }, body: JSON.stringify({ document_id: 'doc_1' }) };
  const receiver = { accepted: [webhook] } as unknown as WebhookReceiver;
  const documents = [{ id: 'doc_1', number: 1, sample: 'a.txt' }];
  const { at, left } = await settle(cluster, documents, receiver, performance.now());
  expect(left).toEqual([]);
  expect(Object.keys(at).sort()).toEqual(['consumer groups', 'documents', 'engines', 'projections', 'webhooks']);
  expect(commands).toEqual(['projections status with 0 to come', 'messages status with 0 to come']);
});
