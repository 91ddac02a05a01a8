import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, type Page, startChromium } from './chromium.js';
import { commandLine } from './command-line.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const actionTimeoutMs = 120_000;
/** A name that acts where it is taken for markup. */
const hostile = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>"'&`;
/** Chromium says of every refused request that it was, which is no fault of the page. */
const refusedRequest = /^Failed to load resource: the server responded with a status of (?:401|404|422)/;

describe.skipIf(missingServers(['chromium']).length > 0)('the console page in a real browser', () => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    service = await sharedService(withLoad);
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(actionTimeoutMs);
    faults = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !refusedRequest.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });

  const organization = async (name: string): Promise<RunningService> => {
    const create = ['organization', 'create', '--name', name, '--tier', 'max'];
    return service.as((await commandLine<{ api_key: string }>(service, ...create)).api_key);
  };
  const invite = async (of: RunningService, email: string): Promise<string> => {
    const invited = await of.postJson('/v1/users', { email, name: hostile, role: 'translator' });
    return ((await invited.json()) as { data: { invite_url: string } }).data.invite_url;
  };
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const alert = () => page.locator('section:not([hidden]) [role=alert]').innerText();
  const shown = (id: string) => page.locator(`#${id}`).innerText();

  it('an invite sets a password; its user signs out and in again, and chooses among organizations', async () => {
    const email = 'console@example.com';
    const name = `${hostile} Oy`;
    const link = await invite(await organization(name), email);
    expect(link).toMatch(/\/console\/invite#[\w-]{43}$/);
    await page.goto(link);
    await heading('Set your password');
    await field('New password').fill('short');
    await button('Set the password').click();
    expect(await alert()).toContain('at least 12 characters');
    await field('New password').fill(password);
    await button('Set the password').click();
    await heading('You are signed in');
    expect([await shown('user-name'), await shown('user-organization')]).toEqual([hostile, name]);
    expect(await page.evaluate('document.title')).toBe('You are signed in – Transledger');
    expect(page.url()).toBe(`${service.url}/console/`);

    await page.goto(`${service.url}/console`);
    await heading('You are signed in');
    await button('Sign out').click();
    await heading('Sign in');
    expect(await shown('notice')).toBe('You are signed out.');
    await page.goto(link);
    await heading('Set your password');
    await field('New password').fill('another long password');
    await button('Set the password').click();
    await expect.poll(alert).toContain('was used');

    const other = new Browsers(await organization('Second'));
    await other.newUser(email, 'auditor');
    await page.goto(`${service.url}/console/`);
    await field('E-mail address').fill(email);
    await field('Password').fill('not the password');
    await field('Password').press('Enter');
    await expect.poll(alert).toContain('is wrong');
    await field('Password').fill(password);
    await button('Sign in').click();
    await expect.poll(alert).toContain('several organizations');
    await field('Second').click();
    await button('Sign in').click();
    await heading('You are signed in');
    expect([await shown('user-organization'), await shown('user-role')]).toEqual(['Second', 'auditor']);
  });

  it('everything is reached by keys, in a window of 320 pixels, and dark where the system is', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const link = await invite(await organization('By keys'), 'keys@example.com');
    await page.goto(link);
    await heading('Set your password');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Set your password');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await heading('You are signed in');
    for (const _ of ['the description of the API', 'Sign out']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading('Sign in');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const colour = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    expect(Math.max(...(colour.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
    await page.keyboard.press('Tab');
    await page.keyboard.type('keys@example.com');
    await page.keyboard.press('Enter');
    expect(await alert()).toBe('Write your password.');
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    await page.locator('summary', { hasText: 'Forgotten password' }).click();
    await page.getByText('invite you again').waitFor();
  });

  it('the page runs no script but its own, and is shown in no frame', async () => {
    const answer = await service.fetch('/console/invite', { key: null });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    await page.goto(`${service.url}/console/`);
    await heading('Sign in');
    const markup = await page.evaluate<string>(`(() => {
      try { document.body.innerHTML = '<p>taken</p>'; return 'taken'; } catch (error) { return error.name; }
    })()`);
    expect(markup).toBe('TypeError');
    faults = faults.filter((fault) => !fault.includes('TrustedHTML'));
  });

  it('an address at which no sign-in is taken leads to the right one, before any form', async () => {
    await page.route(`${service.url}/console/invite`, async (route) => {
      const response = await route.fetch();
      const known = 'name="service-origin" content="https://mt.example"';
      const body = (await response.text()).replace('name="service-origin" content=""', known);
      await route.fulfill({ response, body });
    });
    await page.goto(`${service.url}/console/invite#the-token`);
    await heading('Sign in at the address of this service');
    const link = page.locator('#elsewhere-way a');
    expect(await link.getAttribute('href')).toBe('https://mt.example/console/invite#the-token');
    expect(await page.evaluate("document.querySelectorAll('section:not([hidden]) form').length")).toBe(0);
  });

  it('a link that lost its end is named', async () => {
    await page.goto(`${service.url}/console/invite`);
    await heading('Sign in');
    expect(await shown('notice')).toContain('not whole');
  });
});
