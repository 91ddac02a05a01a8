import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { missingServers } from '#test/servers/installed.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import { IdentityProvider } from './identity-provider.js';
import { newDataDir, RunningService } from './running-service.js';

describe.skipIf(missingServers(['chromium']).length > 0)('signing in to the console by a provider', () => {
  let service: RunningService;
  let provider: IdentityProvider;
  let browser: Browser;

  beforeAll(async () => {
    await buildConsoleOnce();
    const [dataDir, port, providerPort] = [await newDataDir(), await freePort(), await freePort()];
    const redirectUri = `http://127.0.0.1:${port}/v1/auth/oidc/callback`;
    const secret = 'the-secret-of-the-client-at-the-provider';
    provider = new IdentityProvider(providerPort, [{ id: 'transledger', secret, redirectUri }]);
    await provider.start();
    const settings = { TRANSLEDGER_INFERENCE: 'echo' };
    const first = await RunningService.start({ dataDir, port, settings });
    const { data } = (await (await first.fetch('/v1/organization')).json()) as { data: { id: string } };
    await first.stop();
    const oidc = {
      TRANSLEDGER_OIDC_ISSUER: provider.issuer,
      TRANSLEDGER_OIDC_CLIENT_ID: 'transledger',
      TRANSLEDGER_OIDC_CLIENT_SECRET: secret,
      TRANSLEDGER_OIDC_ORGANIZATION: data.id,
    };
    const again = await RunningService.start({ dataDir, port, settings: { ...settings, ...oidc } });
    service = again.as(first.apiKey);
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await provider?.stop();
    await service?.dispose();
  });

  it('whoever was invited signs in at the provider, and is in the console', async () => {
    await service.postJson('/v1/users', { email: 'ada@example.com', name: 'Ada Lovelace', role: 'auditor' });
    provider.people.set('ada-at-the-provider', { email: 'ada@example.com', email_verified: true });
    const console = await ConsolePage.open(browser, service);
    await console.open('/');
    await console.page.getByRole('link', { name: 'Sign in with the provider of your organization' }).click();
    await console.page.locator('input[name=login]').fill('ada-at-the-provider');
    await console.page.locator('input[name=password]').fill('whatever');
    await console.page.locator('button[type=submit]').click();
    const consent = console.page.getByRole('button', { name: 'Continue' });
    await consent.or(console.page.getByRole('navigation')).first().waitFor();
    if (await consent.isVisible()) await consent.click();
    await console.heading('Audit log');
    await console.text('Ada Lovelace');
    expect(console.page.url()).toBe(`${service.url}/console/audit`);
    console.faults = console.faults.filter((fault) => !fault.includes('fonts.googleapis.com'));
    await console.close();
  });
});
