import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withTrace } from './shared-service.js';

interface Delivery {
  attempts: { status_code: number | null; reason: string | null; duration_ms: number }[];
}

/** URLs that lead inside in every notation, by what each stands for. */
const refused: [what: string, url: string][] = [
  ['loopback', 'https://127.0.0.1/'],
  ['loopback, short', 'https://127.1/'],
  ['loopback, decimal', 'https://2130706433/'],
  ['loopback, octal', 'https://0177.0.0.1/'],
  ['loopback, hexadecimal', 'https://0x7f000001/'],
  ['loopback, parts in hexadecimal', 'https://0x7f.0x0.0x0.0x1/'],
  ['loopback, with a dot behind', 'https://127.0.0.1./'],
  ['loopback, percent-encoded', 'https://%31%32%37.0.0.1/'],
  ['loopback, IPv6', 'https://[::1]/'],
  ['loopback, IPv6-mapped', 'https://[::ffff:127.0.0.1]/'],
  ['loopback, IPv6-mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
  ['loopback, by NAT64', 'https://[64:ff9b::7f00:1]/'],
  ['unspecified', 'https://0.0.0.0/'],
  ['unspecified, short', 'https://0/'],
  ['unspecified, IPv6', 'https://[::]/'],
  ['link-local', 'https://169.254.1.1/'],
  ['link-local, IPv6', 'https://[fe80::1]/'],
  ['metadata', 'https://169.254.169.254/latest/meta-data/'],
  ['metadata, decimal', 'https://2852039166/'],
  ['metadata, IPv6', 'https://[fd00:ec2::254]/'],
  ['private', 'https://10.0.0.1/'],
  ['private', 'https://172.16.0.1/'],
  ['private', 'https://192.168.0.1/'],
  ['multicast', 'https://224.0.0.1/'],
  ['a port of loopback', 'https://127.0.0.1:8443/'],
  ['a port of a service', 'https://hooks.example.com:22/'],
  ['the last port of a service', 'https://hooks.example.com:1023/'],
  ['no port', 'https://hooks.example.com:65536/'],
  ['a user', 'https://user@hooks.example.com/'],
  ['a host as the user of another', 'https://hooks.example.com@127.0.0.1/'],
  ['a host as the user of another, behind a backslash', 'https://127.0.0.1\\@hooks.example.com/'],
  ['localhost', 'https://localhost/'],
  ['below localhost', 'https://api.localhost./'],
  ['localhost in circled letters', 'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
  ['loopback in full-width digits', 'https://１２７.0.0.1/'],
  ['loopback with ideographic full stops', 'https://127。0。0。1/'],
  ['plain http', 'http://hooks.example.com/'],
  ['another scheme', 'gopher://hooks.example.com/'],
];

describe('addresses that webhooks never go to, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withTrace);
  });

  const create = (url: string) => service.postJson('/v1/webhooks', { url, events: ['document.completed'] });
  const upload = (url: string) => {
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('webhook_url', url);
    form.set('file', new Blob(['One.'], { type: 'text/plain' }), 'one.txt');
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };

  it.each(refused)('a URL that means %s is refused in a subscription, its change and an upload: %s', async (_, url) => {
    const made = await create('https://hooks.example.com/');
    const { data } = (await made.json()) as { data: { id: string } };
    const changed = await service.postJson(`/v1/webhooks/${data.id}`, { url }, { method: 'PATCH' });
    for (const answer of [await create(url), changed, await upload(url)]) {
      const { error } = (await answer.json()) as { error: { code: string } };
      expect([answer.status, error.code]).toEqual([400, 'invalid_request']);
    }
    expect((await service.fetch(`/v1/webhooks/${data.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it.each(['https://bücher.example/hook', 'https://hooks.example.com:8443/', 'https://8.8.8.8/'])(
    'a URL outside may be a webhook: %s',
    async (url) => {
      const made = await create(url);
      const { data } = (await made.json()) as { data: { id: string } };
      expect(made.status).toBe(201);
      await service.fetch(`/v1/webhooks/${data.id}`, { method: 'DELETE' });
    },
  );

  const firstAttemptAt = async (url: string) => {
    const made = await create(url);
    const { data } = (await made.json()) as { data: { id: string } };
    await service.postJson(`/v1/webhooks/${data.id}/test`, {});
    const [delivery] = await eventually(
      async () => {
        const answer = await service.fetch(`/v1/webhooks/${data.id}/deliveries`);
        return ((await answer.json()) as { data: { deliveries: Delivery[] } }).data.deliveries;
      },
      ([newest]) => (newest?.attempts.length ?? 0) > 0,
    );
    return delivery?.attempts[0];
  };
  const told = { status_code: null, reason: 'address_not_allowed', duration_ms: 0 };

  it('a name that leads inside is refused when it is connected to', async ({ skip }) => {
    const name = hostname();
    const { address } = await lookup(name).catch(() => ({ address: '' }));
    skip(address === '' || isPublicAddress(address), 'this machine’s name leads nowhere inside');
    expect(await firstAttemptAt(`https://${name}/`)).toMatchObject(told);
  });

  it('a name that nobody knows is told as one that leads inside', async () => {
    expect(await firstAttemptAt('https://unknown.invalid/')).toMatchObject(told);
  });
});
