import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { type Hands, keysOf, mouseOf } from './console-hands.js';
import { ConsolePage } from './console-page.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const ways = [
  ['by mouse', mouseOf],
  ['by keys alone', keysOf],
] as const;

describe.skipIf(missingServers(['chromium']).length > 0)('the journeys of the roles', () => {
  let service: RunningService;
  let browser: Browser;
  let people: Browsers;
  let console: ConsolePage;

  beforeAll(async () => {
    await buildConsoleOnce();
    service = await sharedService(withLoad);
    people = new Browsers(service);
    browser = await startChromium();
  });
  afterAll(() => browser?.close());
  afterEach(() => console.close());

  const begin = async (role: string, way: string, handsOf: (console: ConsolePage) => Hands): Promise<Hands> => {
    const email = `${role}.${way.replaceAll(' ', '.')}@example.com`;
    await people.newUser(email, role);
    console = await ConsolePage.open(browser, service);
    const hands = handsOf(console);
    await console.page.goto(`${service.url}/console/`);
    await hands.write('E-mail address', email);
    await hands.write('Password', password);
    await hands.press('Sign in');
    await console.signedIn();
    return hands;
  };

  describe.each(ways)('%s', (way, handsOf) => {
    it.each(['translator', 'developer'])('a %s translates, swaps, and reads the same call', async (role) => {
      const hands = await begin(role, way, handsOf);
      await console.heading('Translate');
      await hands.choose('From', 'English');
      await hands.write('Text', 'The house is big.');
      await expect.poll(() => console.page.locator('.translate-output').innerText()).toContain('The house is big.');
      await console.text('Confidence');
      await hands.press('Swap the languages');
      await expect.poll(() => console.page.url()).toContain('target=en');
    });

    it('an auditor finds an act, and proves it', async () => {
      await service.postJson('/v1/translate', { text: `Read ${way}.`, source: 'en', target: 'es' });
      const hands = await begin('auditor', way, handsOf);
      await console.heading('Audit log');
      await hands.choose('Act', 'Translate a text');
      await expect.poll(() => console.page.url()).toContain('action=translate');
      const acts = console.page.locator('.audit-rows .audit-act');
      await expect.poll(async () => new Set(await acts.allInnerTexts())).toEqual(new Set(['Translate a text']));
      const entry = console.page.getByRole('table').getByRole('link').first();
      await hands.press((await entry.innerText()).trim());
      await hands.press('Verify in this browser');
      await console.text('Proven in this browser, with the key that it pinned');
      await hands.leaveDialog();
      await expect.poll(() => console.page.url()).toMatch(/\/audit\?action=translate$/);
    });

    it('an officer records a certification, orders a report, and holds a document', async () => {
      const hands = await begin('compliance', way, handsOf);
      await hands.press('Compliance');
      await hands.press('Record a certification…');
      await hands.write('Standard', `ISO 27001 ${way}`);
      await hands.write('Number of the certificate', 'FI-42');
      await hands.press('Record');
      await console.page.getByRole('cell', { name: `ISO 27001 ${way}`, exact: true }).waitFor();
      await hands.write('Its id', `doc_of_nobody_${way.length}`);
      await hands.write('Reason', 'Case 12');
      await hands.press('Place the hold');
      await console.page
        .getByRole('alert')
        .or(console.page.getByRole('cell', { name: 'Case 12' }))
        .first()
        .waitFor();
      await hands.press('Reports');
      await hands.choose('Format', 'JSON');
      await hands.press('Order');
      await console.text('completed');
      await hands.press('Read');
      await console.text('GDPR: record of processing');
    });

    it('an owner invites a colleague, and makes a key', async () => {
      const hands = await begin('owner', way, handsOf);
      await hands.press('People');
      await hands.write('E-mail address', `colleague.${way.length}@example.com`);
      await hands.press('Make the link');
      await console.text(`${service.url}/console/invite#`);
      await hands.press('API keys');
      await hands.write('Name', `key ${way}`);
      await hands.press('Make the key');
      await console.text('tl_live_');
    });
  });
});
