import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import { everyScreen } from './console-screens.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const owner = 'owner@display.example.com';
/** Share of the window that may move by itself, times how far: browsers count 0.1 as good. */
const maxShift = 0.01;

/** Sums the shifts of what was seen already, but for those that an act of the reader brought about. */
const observeShifts = `
  window.shifted = 0;
  window.shiftedElements = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shifted += value;
      window.shiftedElements.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

describe.skipIf(missingServers(['chromium']).length > 0)('how the console shows its screens', () => {
  let service: RunningService;
  let browser: Browser;
  let console: ConsolePage;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    await new Browsers(service).newUser(owner, 'owner');
    for (const text of ['One.', 'Two.']) await service.postJson('/v1/translate', { text, source: 'en', target: 'es' });
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  afterEach(() => console.close());

  it('no screen jumps while it loads, wide or narrow', async () => {
    console = await ConsolePage.open(browser, service);
    await console.signIn(owner, password);
    await console.page.addInitScript(observeShifts);
    const jumps: string[] = [];
    for (const width of [1_200, 360]) {
      await console.page.setViewportSize({ width, height: 800 });
      for (const { path, name } of everyScreen) {
        await console.open(path);
        await console.heading(name);
        await console.settled();
        const shifted = await console.page.evaluate<number>('shifted');
        const elements = await console.page.evaluate<string[]>('shiftedElements');
        if (shifted > maxShift) jumps.push(`${name}, ${width}: ${shifted} by ${elements.slice(0, 3).join(' ')}`);
      }
    }
    expect(jumps).toEqual([]);
  });

  it('times are those of the reader, with UTC beside them', async () => {
    console = await ConsolePage.open(browser, service, { timezoneId: 'Pacific/Kiritimati' });
    await console.signIn(owner, password);
    await console.goTo('Audit log');
    const time = console.page.getByRole('table').locator('time').first();
    const utc = (await time.getAttribute('datetime')) ?? '';
    const shown = await time.innerText();
    expect(shown).toContain(`${utc.slice(11, 19)} UTC`);
    expect(shown).not.toMatch(new RegExp(`^.*, ${Number(utc.slice(11, 13)) % 12 || 12}:.* [AP]M.*$`));
  });

  it('an address with its filters shows to another person what it showed to the first', async () => {
    console = await ConsolePage.open(browser, service);
    await console.signIn(owner, password);
    await console.open('/audit?action=translate&result=success');
    await console.text('2 entries');
    expect(await console.field('Act').inputValue()).toBe('translate');
    await console.page.getByRole('table').getByRole('link').first().click();
    await console.text('Verify in this browser');
    const address = console.page.url();
    await console.page.goto(address);
    await console.text('Verify in this browser');
    expect(await console.field('Result').inputValue()).toBe('success');
  });

  it('codes are shown in words, and the day until which entries are asked for is among them', async () => {
    console = await ConsolePage.open(browser, service);
    await console.signIn(owner, password);
    const { timestamp } = (await new Browsers(service).asKey('GET', '/v1/compliance/audit-logs?action=translate')).data
      .entries[0];
    const day = timestamp.slice(0, 10);
    await console.open(`/audit?action=translate&start=${day}&end=${day}`);
    const act = console.page.locator('.audit-rows .audit-act span').first();
    expect([await act.innerText(), await act.getAttribute('title')]).toEqual(['Translate a text', 'translate']);
    expect(await console.field('Until (UTC)').inputValue()).toBe(day);
    await console.page.getByRole('table').getByRole('link').first().click();
    await console.page.locator('dialog dd', { hasText: 'Translate a text translate' }).waitFor();
  });
});
