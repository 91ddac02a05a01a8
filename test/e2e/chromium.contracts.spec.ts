import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, cookieName, password } from './browsers.js';
import { type Browser, type Page, type PageModules, serveOtherOrigin, startChromium } from './chromium.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { streamUrlOf } from './stream-client.js';

const logs = '/v1/compliance/audit-logs';
/** Brightness of what shows where nothing was painted. */
const paper = 255;
const clickTimeoutMs = 120_000;
const text = { text: 'Hello.', source: 'en', target: 'es' };

describe.skipIf(missingServers(['chromium']).length > 0)('in a real browser', () => {
  let service: RunningService;
  let other: Awaited<ReturnType<typeof serveOtherOrigin>>;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    service = await sharedService(withLoad);
    other = await serveOtherOrigin();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    other?.stop();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    // A busy machine draws a page in more than the 30 s that a click waits.
    page.setDefaultTimeout(clickTimeoutMs);
    faults = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterEach(() => page.close());

  /** The receipt of a new translation, and the verifier key of its log. */
  const receiptOfNew = async (): Promise<{ receipt: string; key: string }> => {
    const { meta } = (await (await service.postJson('/v1/translate', text)).json()) as { meta: { request_id: string } };
    const listed = await service.fetch(`${logs}?request_id=${meta.request_id}`);
    const { data } = (await listed.json()) as { data: { entries: { id: string }[] } };
    const receipt = await eventually(
      async () => service.fetch(`${logs}/${data.entries[0]?.id}/receipt`),
      ({ status }) => status === 200,
    );
    const keys = (await (await service.fetch(`${logs}/keys`)).json()) as { data: { keys: { verifier_key: string }[] } };
    return { receipt: await receipt.text(), key: keys.data.keys[0]?.verifier_key ?? '' };
  };

  it('a receipt and an export are verified by the page alone, and a changed byte of either is named', async () => {
    const { receipt, key } = await receiptOfNew();
    const exported = await (await service.fetch(`${logs}/export`)).text();
    await page.goto(other.url);
    await page.waitForFunction('globalThis.auditProof');
    const verdicts = await page.evaluate(
      async ([key, receipt, exported]) => {
        const { auditProof: proof } = globalThis as unknown as PageModules;
        const log = proof.parseVerifierKey(key);
        const ofExport = (lines: string) => proof.verifyExport(new Blob([lines]).stream(), log);
        return [
          await proof.verifyReceipt(receipt, log),
          await proof.verifyReceipt(receipt.replace('"success"', '"failure"'), log),
          await ofExport(exported),
          await ofExport(exported.replace('"success"', '"failure"')),
          // As in browsers that do not iterate streams.
          Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator) && (await ofExport(exported)),
        ];
      },
      [key, receipt, exported] as const,
    );
    const summary = JSON.parse(exported.trimEnd().split('\n').at(-1) ?? '') as { entries: number };
    const id = (JSON.parse(receipt) as { entry: { id: string } }).entry.id;
    expect(verdicts).toMatchObject([
      { verified: { entryId: id } },
      { fault: { entryId: id, reason: 'it is not the entry of its leaf: they differ in result' } },
      { verified: { entries: summary.entries } },
      { fault: { reason: 'the line was changed' } },
      { verified: { entries: summary.entries } },
    ]);
    expect(faults).toEqual([]);
  });

  it('the description of the API is dark where the system is, and fits a screen of 400 pixels', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    const brightness = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      const colour = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? paper : Math.max(red, green, blue);
    };
    await page.goto(`${service.url}/docs`);
    const operation = page.locator('.opblock', { hasText: '/v1/translate' }).first();
    await operation.click();
    await operation.getByText('Try it out').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
    await expect.poll(() => brightness('dark')).toBeLessThan(80);
    await expect.poll(() => brightness('light')).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });

  it('a user signs in, translates over the stream, and is nobody after the sign-out', async () => {
    await new Browsers(service).newUser('chromium@example.com', 'developer');
    await page.goto(`${service.url}/docs`);
    const seen = await page.evaluate(
      async ({ user, text, streamUrl }) => {
        const call = async (method: string, path: string, body?: object) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status;
        };
        const stream = () =>
          new Promise<string[]>((resolve) => {
            const types: string[] = [];
            const socket = new WebSocket(streamUrl);
            socket.onopen = () => socket.send(JSON.stringify({ type: 'auth' }));
            socket.onmessage = ({ data }) => {
              const { type } = JSON.parse(data);
              types.push(type);
              if (type === 'authenticated') socket.send(JSON.stringify({ type: 'translate', ...text }));
              if (type === 'complete') socket.close(1000);
            };
            socket.onclose = ({ code }) => resolve([types[0] ?? '', types.at(-1) ?? '', String(code)]);
          });
        return {
          signIn: await call('POST', '/v1/auth/login', user),
          cookieOfScripts: (globalThis as unknown as { document: { cookie: string } }).document.cookie,
          session: await call('GET', '/v1/auth/session'),
          stream: await stream(),
          signOut: await call('POST', '/v1/auth/logout'),
          after: [await call('GET', '/v1/auth/session'), await stream()],
        };
      },
      { user: { email: 'chromium@example.com', password }, text, streamUrl: streamUrlOf(service.url) },
    );
    expect(seen).toEqual({
      signIn: 200,
      cookieOfScripts: '',
      session: 200,
      stream: ['authenticated', 'complete', '1000'],
      signOut: 200,
      after: [401, ['error', 'error', '4401']],
    });
  });

  it('a page of another origin gets nothing in the name of a user who has signed in', async () => {
    const { cookie } = await new Browsers(service).newUser('elsewhere@example.com', 'owner');
    const url = `${service.url}/`;
    await page.context().addCookies([{ name: cookieName, value: cookie ?? '', url, sameSite: 'None' }]);
    await page.goto(other.url);
    const seen = await page.evaluate(
      async ({ api, text, streamUrl }) => {
        const said = async (answer: Promise<Response>) => answer.then(({ status }) => String(status), String);
        const read = said(fetch(`${api}/v1/users`, { credentials: 'include' }));
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify(text);
        const act = said(fetch(`${api}/v1/translate`, { method: 'POST', credentials: 'include', headers, body }));
        const stream = new Promise<string>((resolve) => {
          const socket = new WebSocket(streamUrl);
          socket.onopen = () => socket.send(JSON.stringify({ type: 'auth' }));
          socket.onclose = ({ code }) => resolve(String(code));
        });
        return Promise.all([read, act, stream]);
      },
      { api: service.url, text, streamUrl: streamUrlOf(service.url) },
    );
    expect(seen.slice(0, 2)).toEqual(['TypeError: Failed to fetch', 'TypeError: Failed to fetch']);
    expect(['1006', '4401']).toContain(seen[2]);
  });
});
