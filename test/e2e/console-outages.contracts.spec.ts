import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, type Located, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const owner = 'owner@outages.example.com';

/** An act that somebody is about to do when the API ends. */
interface Journey {
  screen: string;
  /** Labels with what is typed. */
  typed: Record<string, string>;
  act: () => Promise<unknown>;
  /** Shown once it is done. */
  done: Located;
}

describe.skipIf(missingServers(['chromium']).length > 0)('the API ends in the middle of a journey', () => {
  let service: RunningService;
  let browser: Browser;
  let console: ConsolePage;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    await new Browsers(service).newUser(owner, 'owner');
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    console = await ConsolePage.open(browser, service);
    await console.signIn(owner, password);
  });
  afterEach(() => console.close());

  /** Shown at least once: an act that was tried again may be there twice. */
  const text = (shown: string) => console.page.getByRole('main').getByText(shown).first();
  const press = (name: string) => () => console.button(name).click();
  const journeys: Record<string, () => Journey> = {
    translate: () => ({
      screen: 'Translate',
      typed: { Text: 'The cat is small.' },
      act: () => console.field('From').selectOption('en'),
      done: text('Confidence'),
    }),
    upload: () => ({
      screen: 'Documents',
      typed: {},
      act: async () => {
        await console.field('From').selectOption('en');
        const buffer = Buffer.from('The house is big.');
        await console.field('Files').setInputFiles({ name: 'killed.txt', mimeType: 'text/plain', buffer });
      },
      done: console.button('Download killed.txt').first(),
    }),
    'the audit log': () => ({
      screen: 'Audit log',
      typed: {},
      act: () => console.field('Act').selectOption('hold_lift'),
      done: text('No entry is like that.'),
    }),
    report: () => ({
      screen: 'Reports',
      typed: {},
      act: press('Order'),
      done: console.page.locator('td', { hasText: 'GDPR: data processing' }).first(),
    }),
    compliance: () => ({
      screen: 'Compliance',
      typed: { Standard: 'ISO 27001', 'Number of the certificate': 'FI-42' },
      act: press('Record'),
      done: text('FI-42'),
    }),
    people: () => ({
      screen: 'People',
      typed: { 'E-mail address': 'colleague@example.com', Name: 'Colleague' },
      act: press('Make the link'),
      done: text('No mail is sent'),
    }),
  };

  it.each(Object.entries(journeys))('%s: nothing typed is lost, and it goes on', async (_name, journey) => {
    const { screen, typed, act, done } = journey();
    await console.goTo(screen);
    if (screen === 'Compliance') await console.button('Record a certification…').click();
    await console.settled();
    for (const [label, text] of Object.entries(typed)) await console.field(label).fill(text);
    const ended = service.roleOf('api');
    process.kill(ended, 'SIGKILL');
    await act();
    const isDone = () => done.isVisible();
    const failed = console.page.getByRole('alert');
    await expect
      .poll(
        async () => {
          if (await isDone()) return 'done';
          if ((await failed.count()) === 0) return 'on its way';
          for (const [label, text] of Object.entries(typed)) {
            const field = console.field(label);
            if ((await field.count()) > 0) expect(await field.inputValue()).toBe(text);
          }
          const retry = console.button('Try again').first();
          if ((await retry.count()) > 0) await retry.click();
          else if (!(await isDone())) await act();
          return 'tried again';
        },
        { timeout: 120_000, interval: 500 },
      )
      .toBe('done');
    expect(service.runningRole('api')).not.toBe(ended);
  });
});
