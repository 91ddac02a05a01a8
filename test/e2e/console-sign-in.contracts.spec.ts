import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { commandLine } from './command-line.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

/** A name that acts where it is taken for markup. */
const hostile = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>"'&`;

describe.skipIf(missingServers(['chromium']).length > 0)('signing in to the console, in a real browser', () => {
  let service: RunningService;
  let browser: Browser;
  let console: ConsolePage;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    console = await ConsolePage.open(browser, service);
  });
  afterEach(() => console.close());

  const organization = async (name: string): Promise<RunningService> => {
    const create = ['organization', 'create', '--name', name, '--tier', 'max'];
    return service.as((await commandLine<{ api_key: string }>(service, ...create)).api_key);
  };
  const invite = async (of: RunningService, email: string): Promise<string> => {
    const invited = await of.postJson('/v1/users', { email, name: hostile, role: 'translator' });
    return ((await invited.json()) as { data: { invite_url: string } }).data.invite_url;
  };

  it('an invite sets a password; its user signs out and in again, and chooses among organizations', async () => {
    const email = 'console@example.com';
    const name = `${hostile} Oy`;
    const link = await invite(await organization(name), email);
    expect(link).toMatch(/\/console\/invite#[\w-]{43}$/);
    await console.page.goto(link);
    await console.heading('Set your password');
    await console.field('New password').fill('short');
    await console.button('Set the password').click();
    await console.text('The password needs at least 12 characters.');
    await console.field('New password').fill(password);
    await console.button('Set the password').click();
    await console.heading('Translate');
    await console.text(hostile);
    await console.text(name);
    expect(console.page.url()).not.toContain('#');

    await console.button('Sign out').click();
    await console.heading('Sign in');
    await console.page.goto(link);
    await console.heading('Set your password');
    await console.field('New password').fill('another long password');
    await console.button('Set the password').click();
    await console.text('The link was used, has ended, or is not whole.');

    const other = new Browsers(await organization('Second'));
    await other.newUser(email, 'auditor');
    await console.page.goto(`${service.url}/console/`);
    await console.field('E-mail address').fill(email);
    await console.field('Password').fill('not the password');
    await console.field('Password').press('Enter');
    await console.text('The e-mail address or the password is wrong');
    await console.field('Password').fill(password);
    await console.button('Sign in').click();
    await console.text('Your password opens several organizations.');
    await console.field('Second').click();
    await console.button('Sign in').click();
    await console.heading('Audit log');
    expect(await console.screens()).toEqual(['Audit log', 'History', 'Reports', 'Compliance', 'Usage', 'Settings']);
    await console.page.goto(`${service.url}/console/people`);
    await console.heading('People');
    await console.text('organization:manage');
  });

  it('the owner of an organization follows the link of the command line once, and is the same user', async () => {
    const create = ['organization', 'create', '--name', 'New', '--tier', 'max', '--owner', 'Ada Lovelace'];
    const { organization_id: id } = await commandLine<{ organization_id: string }>(service, ...create);
    const link = ['owner', 'link', '--organization', id];
    const { owner_url: first } = await commandLine<{ owner_url: string }>(service, ...link);
    const { owner_url: url } = await commandLine<{ owner_url: string }>(service, ...link);
    await console.page.goto(first);
    await console.heading('Become the owner');
    const fill = async () => {
      await console.field('E-mail address').fill('ada@example.com');
      await console.field('New password').fill(password);
      await console.button('Set the password').click();
    };
    await fill();
    await console.text('The link was used, has ended, or is not whole.');
    await console.page.goto(`${service.url}/console/`);
    await console.page.goto(url);
    await fill();
    await console.heading('Translate');
    await console.text('Ada Lovelace');
    await console.goTo('People');
    await console.text('ada@example.com');
    await expect(commandLine(service, ...link)).rejects.toThrow(/can sign in/);
  });

  it('everything is reached by keys, in a window of 320 pixels, and dark where the system is', async () => {
    await console.page.setViewportSize({ width: 320, height: 640 });
    await console.page.emulateMedia({ colorScheme: 'dark' });
    await console.page.goto(await invite(await organization('By keys'), 'keys@example.com'));
    await console.heading('Set your password');
    expect(await console.page.evaluate('document.activeElement.textContent')).toBe('Set your password');
    expect(await console.accessibilityFaults()).toEqual([]);
    await console.page.keyboard.press('Tab');
    await console.page.keyboard.type(password);
    await console.page.keyboard.press('Enter');
    await console.heading('Translate');
    await console.button('Sign out').press('Enter');
    await console.heading('Sign in');
    expect(await console.overflow()).toBe(0);
    const colour = await console.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    expect(Math.max(...(colour.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
    await console.page.keyboard.press('Tab');
    await console.page.keyboard.type('keys@example.com');
    await console.page.keyboard.press('Enter');
    await console.text('Write your password.');
    expect(await console.page.evaluate('document.activeElement.name')).toBe('password');
  });

  it('the page runs no script but its own, and is shown in no frame', async () => {
    const answer = await service.fetch('/console/invite', { key: null });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    await console.page.goto(`${service.url}/console/`);
    await console.heading('Sign in');
    const markup = await console.page.evaluate<string>(`(() => {
      try { document.body.innerHTML = '<p>taken</p>'; return 'taken'; } catch (error) { return error.name; }
    })()`);
    expect(markup).toBe('TypeError');
    console.faults = console.faults.filter((fault) => !fault.includes('TrustedHTML'));
  });

  it('an address at which no sign-in is taken leads to the right one, before any form', async () => {
    await console.page.route(`${service.url}/console/invite`, async (route) => {
      const response = await route.fetch();
      const known = 'name="service-origin" content="https://mt.example"';
      const body = (await response.text()).replace('name="service-origin" content=""', known);
      await route.fulfill({ response, body });
    });
    await console.page.goto(`${service.url}/console/invite#the-token`);
    await console.heading('Sign in at the address of this service');
    const link = console.page.getByRole('link', { name: 'https://mt.example' });
    expect(await link.getAttribute('href')).toBe('https://mt.example/console/invite#the-token');
    expect(await console.page.locator('form').count()).toBe(0);
  });

  it('a session that ended is named; its person goes on where it was, and nobody else finds what was typed', async () => {
    const people = new Browsers(await organization('Ended'));
    const first = await people.newUser('first@example.com', 'translator');
    await people.newUser('second@example.com', 'translator');
    const end = async (screen: string) => {
      await people.asKey('DELETE', `/v1/users/${first.id}/sessions`, undefined, people.service.apiKey);
      await console.page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
      await console.text('Your session has ended');
    };
    const signIn = async (email: string) => {
      await console.field('E-mail address').fill(email);
      await console.field('Password').fill(password);
      await console.button('Sign in').click();
      await console.page.getByRole('navigation').waitFor();
    };
    const typed = () => console.field('Text').inputValue();
    await console.signIn('first@example.com', password);
    await console.field('Text').fill('Nobody else reads this.');
    await end('Documents');
    expect(await console.accessibilityFaults()).toEqual([]);
    await signIn('first@example.com');
    await console.heading('Documents');
    await console.goTo('Translate');
    expect(await typed()).toBe('Nobody else reads this.');
    await end('Usage');
    await signIn('second@example.com');
    await console.heading('Translate');
    expect(await typed()).toBe('');

    await console.field('Text').fill('This neither.');
    await console.button('Sign out').click();
    await console.heading('Sign in');
    expect(await console.page.getByText('Your session has ended').count()).toBe(0);
    await signIn('first@example.com');
    await console.heading('Translate');
    expect(await typed()).toBe('');
  });

  it('a link that lost its end is named', async () => {
    await console.page.goto(`${service.url}/console/invite`);
    await console.heading('Sign in');
    await console.text('The link is not whole: its end is missing.');
  });
});
