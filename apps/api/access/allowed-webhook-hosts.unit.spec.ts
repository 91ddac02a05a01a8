import { expect, it } from 'vitest';
import type { OrganizationEntity } from '#projections/organizations/organization.entity.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { AllowedWebhookHosts } from './allowed-webhook-hosts.js';

const waitedFor: string[][] = [];
const assertAllowed = (hosts: string[], url: string) =>
  new AllowedWebhookHosts(
    { find: async (id) => (id === 'org_1' ? ({ webhook_hosts: hosts } as OrganizationEntity) : undefined) },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
  ).assertAllowed('webhook_url', 'org_1', url);

it('a webhook may go to the hosts that are named, and to each where none is', async () => {
  const hosts = ['hooks.example.com', 'xn--bcher-kva.example'];
  await assertAllowed([], 'https://any.example.org/hook');
  await assertAllowed(hosts, 'https://Hooks.Example.com:8443/hook');
  await assertAllowed(hosts, 'https://bücher.example/hook');
  for (const url of ['https://example.com/hook', 'https://hooks.example.com.evil.example/hook'])
    expect(await rejectionOf(() => assertAllowed(hosts, url))).toMatchObject({
      code: 'invalid_request',
      details: { webhook_url: [expect.stringContaining('webhook_hosts')] },
    });
  expect(new Set(waitedFor.flat())).toEqual(new Set(['organizations']));
});
