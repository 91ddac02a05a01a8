import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import { everyScreen } from './console-screens.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const owner = 'owner@journeys.example.com';
/** A name that acts where it is taken for markup. */
const hostile = `<img src=x onerror=document.title='taken'>&amp;`;

describe.skipIf(missingServers(['chromium']).length > 0)('the console, in a real browser', () => {
  let service: RunningService;
  let browser: Browser;
  let console: ConsolePage;
  let people: Browsers;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    people = new Browsers(service);
    await people.newUser(owner, 'owner');
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    console = await ConsolePage.open(browser, service);
  });
  afterEach(() => console.close());

  it('an owner translates, reads who did what, proves an entry, orders a report, invites and makes a key', async () => {
    await console.signIn(owner, password);
    await console.heading('Translate');
    await console.field('From').selectOption('en');
    await console.field('Text').fill('The house is big.');
    const translation = console.page.locator('.translate-output');
    await expect.poll(() => translation.innerText()).toContain('The house is big.');

    await console.goTo('Documents');
    const file = { name: `${hostile}.txt`, mimeType: 'text/plain', buffer: Buffer.from('The house is big.') };
    await console.field('From').selectOption('en');
    await console.field('Files').setInputFiles(file);
    await console.button(`Download ${file.name}`).waitFor();

    await console.goTo('Audit log');
    await console.field('Act').selectOption('translate');
    await console.text('1 entries');
    await console.page.getByRole('table').getByRole('link').first().click();
    await console.button('Verify in this browser').click();
    await console.text('Proven in this browser, with the key that it pinned');
    await console.button('Close').click();

    await console.goTo('Reports');
    await console.field('Format').selectOption('json');
    await console.button('Order').click();
    await console.button('Read').click();
    await console.text('GDPR: record of processing');

    await console.goTo('People');
    await console.field('E-mail address').fill('new@example.com');
    await console.field('Name').fill(hostile);
    await console.button('Make the link').click();
    await console.text(`${service.url}/console/invite#`);
    await console.text(hostile);

    await console.goTo('API keys');
    await console.field('Name').fill(hostile);
    await console.button('Make the key').click();
    await console.text('tl_live_');
    expect(await console.page.evaluate('document.title')).toBe('API keys – Transledger');
  });

  it('a person is erased who was deleted, and not before', async () => {
    const { id } = await people.newUser('gone@example.com', 'translator');
    await console.signIn(owner, password);
    await console.goTo('Compliance');
    await console.field('Id of the person').fill('nobody@example.com');
    await console.field('Reason of an erasure').fill('asked for it');
    await console.button('Erase…').click();
    await console.text('Not known');
    expect(await console.page.locator('dialog .badge-good').count()).toBe(0);
    await console.button('Cancel').click();
    await console.field('Id of the person').fill('Gone@example.com');
    await console.button('Erase…').click();
    await console.text('To do');
    await console.field(`Write ${id} to go on`).fill(id);
    await console.button('Erase for ever').click();
    await console.page.locator('dialog [role=alert]').waitFor();
    await console.button('Cancel').click();
    await console.goTo('People');
    await console.button('Delete gone@example.com').click();
    await console.button('Delete').click();
    await console.page.getByRole('link', { name: 'they are erased' }).click();
    await console.heading('Compliance');
    expect(await console.field('Id of the person').inputValue()).toBe(id);
    await console.field('Reason of an erasure').fill('asked for it');
    await console.button('Erase…').click();
    await expect.poll(() => console.page.locator('dialog .badge-good').allInnerTexts()).toEqual(['Done', 'Done']);
    await console.field(`Write ${id} to go on`).fill(id);
    await console.button('Erase for ever').click();
    await console.page.locator('table .badge-good', { hasText: 'completed' }).waitFor();
  });

  it('another role is given once that is confirmed, and not by a key on the way', async () => {
    await people.newUser('moved@example.com', 'translator');
    await console.signIn(owner, password);
    await console.goTo('People');
    const role = console.field('Role of moved@example.com');
    await role.selectOption('auditor');
    await console.button('Cancel').click();
    expect(await role.inputValue()).toBe('translator');
    await role.selectOption('auditor');
    await console.button('Change the role').click();
    await expect.poll(() => role.inputValue()).toBe('auditor');
    await console.button('Sessions of moved@example.com').click();
    await console.page.locator('dialog tbody tr').first().waitFor();
    expect(await console.accessibilityFaults()).toEqual([]);
  });

  it('an open invite gets a new link, and the one before holds no more', async () => {
    const { token } = await people.invite('late@example.com', 'auditor');
    await console.signIn(owner, password);
    await console.goTo('People');
    await console.button('New link for late@example.com').click();
    await console.text('hand this link to late@example.com yourself');
    const [link = ''] = await console.page.locator('.notice .fixed').allInnerTexts();
    await console.page.getByRole('row', { name: 'Ada late@example.com Auditor' }).waitFor();
    expect((await people.accept(token)).error.code).toBe('not_found');
    expect((await people.accept(link.split('#')[1] ?? '')).status).toBe(200);
  });

  it('how long things are kept is a number and a unit, and is said in words', async () => {
    await console.signIn(owner, password);
    await console.goTo('Settings');
    await console.field('Documents are kept for').fill('3');
    await console.field('Unit: Documents are kept for').selectOption('day');
    await console.field('Reports are kept for').fill('2');
    await console.field('Unit: Reports are kept for').selectOption('week');
    await console.button('Save').click();
    await console.text('Now: 14 days');
    const { data } = await people.asKey('GET', '/v1/organization');
    expect(data.retention).toMatchObject({ documents: 'P3D', reports: 'P14D' });
  });

  it('the data of a person are collected once that is confirmed', async () => {
    const { id } = await people.newUser('read@example.com', 'translator');
    const looks = async () =>
      (await people.asKey('GET', '/v1/compliance/audit-logs?action=subject_access')).data.pagination.total;
    const before = await looks();
    await console.signIn(owner, password);
    await console.open(`/compliance?subject=${id}`);
    await console.button('Collect the data…').click();
    await console.text('The audit log says, in your name, that you read it.');
    expect(await looks()).toBe(before);
    const file = console.page.waitForEvent('download');
    await console.button('Collect the data').click();
    expect((await file).suggestedFilename()).toBe(`data-of-${id}.json`);
    expect(await looks()).toBeGreaterThan(before);
  });

  it('the sessions of a person are ended once that is confirmed', async () => {
    const { cookie } = await people.newUser('lost@example.com', 'translator');
    await console.signIn(owner, password);
    await console.goTo('People');
    await console.button('Sessions of lost@example.com').click();
    await console.text('Open');
    await console.button('End the sessions…').click();
    await console.text('The person is signed out everywhere at once');
    expect(await console.accessibilityFaults()).toEqual([]);
    expect((await people.session(cookie)).status).toBe(200);
    await console.button('End the sessions').click();
    await console.text('1 session was ended.');
    expect((await people.session(cookie)).status).toBe(401);
    expect(await console.page.locator('dialog tbody .badge').allInnerTexts()).toEqual(['Ended']);
  });

  it('the same call is the one that a program makes', async () => {
    await console.signIn(owner, password);
    await console.field('From').selectOption('en');
    await console.field('Text').fill("- it's the same\ncall");
    await console.text('The same call for programs');
    await console.page.getByText('The same call for programs').click();
    const [curl = ''] = await console.page.locator('details pre').allInnerTexts();
    const environment = { ...process.env, TRANSLEDGER_API_KEY: service.apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env: environment });
    expect(JSON.parse(stdout).data.translation).toBe("- it's the same\ncall");
  });

  it('each screen has no fault of accessibility, and fits: light, dark, of 320 pixels, from the right', async () => {
    await console.signIn(owner, password);
    const found: string[] = [];
    for (const [scheme, width, direction] of [
      ['light', 1_200, 'ltr'],
      ['dark', 320, 'rtl'],
    ] as const) {
      await console.page.emulateMedia({ colorScheme: scheme });
      await console.page.setViewportSize({ width, height: 800 });
      await console.page.evaluate(`document.documentElement.dir = '${direction}'`);
      for (const { name: screen } of everyScreen) {
        await console.goTo(screen);
        await console.settled();
        const faults = await console.accessibilityFaults();
        found.push(...faults.map((fault) => `${screen}, ${scheme}, ${width}: ${fault}`));
        const overflow = await console.overflow();
        if (overflow > 0) found.push(`${screen}, ${width}: ${overflow} pixels too wide`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each([
    ['developer', ['Translate', 'Documents', 'Usage', 'Settings']],
    ['translator', ['Translate', 'Documents', 'Usage', 'Settings']],
    ['compliance', ['Audit log', 'History', 'Reports', 'Compliance', 'Usage', 'Settings']],
    ['auditor', ['Audit log', 'History', 'Reports', 'Compliance', 'Usage', 'Settings']],
  ])('a %s sees what the role may do, by keys too', async (role, screens) => {
    await people.newUser(`${role}@example.com`, role);
    await console.signIn(`${role}@example.com`, password);
    expect(await console.screens()).toEqual(screens);
    await console.page.keyboard.press('2');
    await console.heading(screens[1] ?? '');
    await console.page.keyboard.press('?');
    await console.field('Single keys are shortcuts').click();
    await console.page.keyboard.press('Escape');
    await console.page.keyboard.press('1');
    await console.heading(screens[1] ?? '');
  });

  it('what was typed stays where the service is away, and is translated when it is back', async () => {
    await console.signIn(owner, password);
    await console.field('From').selectOption('en');
    await console.page.route(`${service.url}/v1/**`, async (route) => route.abort());
    await console.page.evaluate(
      'window.realSocket = WebSocket; window.WebSocket = class { constructor() { throw new Error("away") } }',
    );
    await console.field('Text').fill('The cat is small.');
    await console.text('Try again');
    expect(await console.page.evaluate("document.querySelector('textarea').value")).toBe('The cat is small.');
    await console.page.unroute(`${service.url}/v1/**`);
    await console.page.evaluate('window.WebSocket = window.realSocket');
    await console.button('Try again').click();
    await expect.poll(() => console.page.locator('.translate-output').innerText()).toContain('The cat is small.');
  });

  it('nothing is asked of others, and the first load and each screen are as small as they promise', async () => {
    const sizes = new Map<string, number>();
    const html = await (await service.fetch('/console/', { key: null })).text();
    const first = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    const assets = join(projectRoot, 'dist/console/assets');
    for (const name of await readdir(assets))
      if (name.endsWith('.gz')) sizes.set(name.slice(0, -3), (await stat(join(assets, name))).size);
    const firstNames = first.map((path) => path.split('/').at(-1) ?? '');
    const sum = (names: readonly string[]) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
    expect(first.every((path) => path.startsWith('/console/'))).toBe(true);
    expect(sum(firstNames)).toBeLessThan(170 * 1_024);
    for (const [name, size] of sizes)
      if (!firstNames.includes(name)) expect([name, size < 50 * 1_024]).toEqual([name, true]);
  });
});
