import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

/** The key that the documentation of signed notes in Go shows. */
const keyOfAnotherLog = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const auditor = 'auditor@log-trust.example.com';

/** Runs with what this browser keeps of the log, as `kept`, and stores it again. */
const change = (how: string): string => `(() => {
  const name = Object.keys(localStorage).find((key) => key.startsWith('transledger.log.'));
  const kept = JSON.parse(localStorage.getItem(name));
  ${how}
  localStorage.setItem(name, JSON.stringify(kept));
  return localStorage.getItem(name);
})()`;

/** The log of before has another entry: so it looks to a browser that saw a log which was rewritten since. */
const otherLog = change(`const lines = kept.checkpoint.split('\\n');
  lines[2] = btoa(String.fromCharCode(...Array(32).fill(7)));
  kept.checkpoint = lines.join('\\n');`);

describe.skipIf(missingServers(['chromium']).length > 0)('what a browser keeps of the audit log', () => {
  let service: RunningService;
  let browser: Browser;
  let console: ConsolePage;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    await new Browsers(service).newUser(auditor, 'auditor');
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    console = await ConsolePage.open(browser, service);
    await console.signIn(auditor, password);
    await console.text('This browser has pinned the log');
  });
  afterEach(() => console.close());

  const kept = () => console.page.evaluate<string>(change(''));
  const grow = () => service.postJson('/v1/translate', { text: 'One more.', source: 'en', target: 'es' });

  it('a log that goes on is quietly verified', async () => {
    const before = await kept();
    await grow();
    await expect
      .poll(async () => {
        await console.page.reload();
        await console.text('Verified in this browser: the log of');
        return kept();
      })
      .not.toBe(before);
    expect(await console.page.getByRole('alert').count()).toBe(0);
  });

  it.each([
    ['of the same size', async () => undefined],
    ['that has grown since', grow],
  ])('a log %s that is not the one of before is said aloud, and is not kept', async (_what, act) => {
    const before = await console.page.evaluate<string>(otherLog);
    await act();
    await console.page.reload();
    await console.page
      .getByRole('alert')
      .getByText('is not the continuation of the one that this browser saw')
      .waitFor();
    expect(await kept()).toBe(before);
    expect(await console.accessibilityFaults()).toEqual([]);
  });

  it('a log with another key is taken by the word of the reader alone', async () => {
    await console.page.evaluate(change(`kept.verifierKey = '${keyOfAnotherLog}'; kept.checkpoint = null;`));
    await console.page.reload();
    await console.text('signed with another key than the one that this browser pinned');
    await console.button('Take the new key').click();
    await expect.poll(() => console.page.getByRole('alert').count()).toBe(0);
    expect(await kept()).not.toContain(keyOfAnotherLog);
  });

  it('an entry that was opened leaves the list where it stood', async () => {
    for (let count = 0; count < 60; count += 1) await grow();
    await console.page.reload();
    await console.page.getByRole('table').getByRole('link').first().waitFor();
    const scrolled = "document.querySelector('.audit-list').scrollTop";
    await console.page.evaluate(`${scrolled} = 1200`);
    await expect.poll(() => console.page.evaluate<number>(scrolled)).toBe(1_200);
    await console.page.evaluate("document.querySelectorAll('.audit-rows a')[20].click()");
    await console.text('Verify in this browser');
    await console.button('Close').click();
    await expect.poll(() => console.page.url()).toMatch(/\/audit$/);
    expect(await console.page.evaluate<number>(scrolled)).toBe(1_200);
  });
});
