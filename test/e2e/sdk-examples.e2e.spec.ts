import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Transledger, TransledgerError, verifyWebhook, webhookHeaders } from '@transledger/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentedParts } from '#test/packages/documented-examples.js';
import { commandLine } from './command-line.js';
import { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

const files = [
  ...['audit.ts', 'client.ts', 'compliance.ts', 'documents.ts', 'download.ts', 'errors.ts', 'glossaries.ts', 'job.ts'],
  ...['pages.ts', 'people.ts', 'text-stream.ts', 'webhook-messages.ts', 'webhooks.ts'],
];
const parts = documentedParts('packages/sdk', files);
const expected = (code: string) => [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said = '']) => said);

type Make = (code: string) => Promise<unknown>;

describe('the examples of the SDK', () => {
  let service: RunningService;
  let client: Transledger;
  beforeAll(async () => {
    service = await sharedService(withApertium);
    client = new Transledger({ baseUrl: service.url, apiKey: service.apiKey });
  });

  const file = () => new Blob(['The house is big.']);
  const fields = { filename: 'house.txt', source: 'en', target: 'es' };
  const translated = async () => {
    const job = await client.documents.translate(file(), fields);
    await job.result();
    return job.id;
  };
  const firstOf = async <T extends { id: string }>(list: { first: (max: number) => Promise<T[]> }): Promise<string> =>
    (await list.first(1))[0]?.id ?? expect.unreachable('There is none.');
  const pulled = async (code: string) => {
    const created = await client.webhooks.create({ delivery: 'pull', events: ['document.completed'] });
    if (code.includes('.pull(')) await translated();
    return created;
  };
  const sent = () => client.webhooks.create({ url: 'https://hooks.example.com/', events: ['document.completed'] });
  const invited = () =>
    client.users.invite({ email: `${randomBytes(6).toString('hex')}@example.com`, role: 'translator' });
  const glossary = () =>
    client.glossaries.create({ name: 'Houses', source_language: 'en', target_language: 'ca' }, [
      { source: 'house', target: 'llar' },
    ]);
  const signed = async (): Promise<string> => {
    for (;;) {
      const id = await firstOf(client.auditLogs.list());
      const { proof } = await client.auditLogs.get(id);
      if (proof !== null) return id;
      await sleep(100);
    }
  };
  /** A client as a page of the service has it, with a user that is signed in. */
  const signedIn = async () => {
    let cookie = '';
    const browserClient = new Transledger({
      baseUrl: service.url,
      fetch: async (url, init) => {
        const answer = await fetch(url, { ...init, headers: { ...init?.headers, cookie, origin: service.url } });
        cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
        return answer;
      },
    });
    const password = randomBytes(12).toString('hex');
    const { email, invite_url: url } = await invited();
    const token = url.split(/[/#=]/).at(-1) ?? '';
    await browserClient.session.acceptInvite({ token, password });
    return { browserClient, email, password, newPassword: `${password}!` };
  };

  const makers: Record<string, Make> = {
    address: async () => {
      await client.detect({ text: 'The house is big.' });
      return '127.0.0.1';
    },
    file: async () => file(),
    signal: async () => AbortSignal.timeout(60_000),
    documentId: translated,
    glossaryId: async () => (await glossary()).id,
    sentWebhookId: async () => (await sent()).id,
    entryId: signed,
    exportId: async () => {
      const made = await client.auditLogs.export({ format: 'csv' });
      await made.text();
      return made.response.headers.get('x-export-id');
    },
    reportId: async () => {
      const period = { start: '2026-11-01', end: '2026-11-02' };
      const job = await client.reports.create({ type: 'usage', format: 'json', period });
      await job.result();
      return job.id;
    },
    holdId: async () => {
      const hold = { resource: 'document', resource_id: await translated(), reason: 'Case' } as const;
      return (await client.holds.place(hold)).id;
    },
    keyId: async () => (await client.apiKeys.create({ name: 'build', scopes: ['translate'] })).id,
    userId: async () => (await invited()).id,
    erasureId: async () => {
      const subject = { type: 'ip_address', id: '127.0.0.1' } as const;
      return (await client.compliance.erase({ subject, reason: 'Request' })).id;
    },
    ownerToken: async () => {
      const create = ['organization', 'create', '--name', 'New', '--tier', 'max'];
      const { organization_id: id } = await commandLine<{ organization_id: string }>(service, ...create);
      const link = ['owner', 'link', '--organization', id];
      return (await commandLine<{ owner_url: string }>(service, ...link)).owner_url.split('#').at(-1);
    },
    token: async () => (await invited()).invite_url.split(/[/#=]/).at(-1),
  };

  const valuesFor = async (code: string): Promise<Record<string, unknown>> => {
    const names = new Set(code.match(/\b[a-z]\w*\b/gi));
    const values: Record<string, unknown> = { client, Transledger, TransledgerError, verifyWebhook, webhookHeaders };
    for (const [name, make] of Object.entries(makers)) if (names.has(name)) values[name] = await make(code);
    if (names.has('webhookId')) {
      const { id, secret } = await pulled(code);
      Object.assign(values, { webhookId: id, secret });
    } else if (names.has('secret')) values.secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    if (names.has('deliveryId')) {
      values.deliveryId = (await client.webhooks.test(String(values.sentWebhookId))).id;
    }
    if (names.has('browserClient')) Object.assign(values, await signedIn());
    if (code.includes('certifications.')) await client.certifications.record('ISO 27001', { status: 'compliant' });
    return values;
  };

  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = async (code: string): Promise<string[]> => {
    const printed: string[] = [];
    const values = {
      ...(await valuesFor(code)),
      console: { log: (...said: unknown[]) => printed.push(said.map(String).join(' ')) },
      process: {
        stdout: { write: () => true },
        env: { TRANSLEDGER_URL: service.url, TRANSLEDGER_API_KEY: service.apiKey },
      },
    };
    // In a block, where the example's own names hide those that are given to it.
    await new AsyncFunction(...Object.keys(values), `'use strict'; {\n${code}\n}`)(...Object.values(values));
    return printed;
  };

  it('every public method has one', () =>
    expect(parts.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([]));

  it.each(parts)('$name', async ({ example = '' }) => {
    const printed = await run(example);
    const said = expected(example);
    if (said.length > 0) expect(printed).toEqual(said);
  });
});
