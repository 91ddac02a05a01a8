import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const translator = 'documents@example.com';
/** Markup that acts where it is taken for that; a name ends before a slash. */
const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const hostileName = `<img src=x onerror=document.title='taken'>&amp;.txt`;
const newPage = '<w:r><w:br w:type="page"/></w:r>';

const given = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

describe.skipIf(missingServers(['chromium', 'libreoffice', 'poppler']).length > 0)(
  'documents in the console, in a real browser',
  () => {
    let service: RunningService;
    let browser: Browser;
    let console: ConsolePage;
    let people: Browsers;

    beforeAll(async () => {
      await buildConsoleOnce();
      service = await sharedService(withLoad);
      people = new Browsers(service);
      await people.newUser(translator, 'translator');
      browser = await startChromium();
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      console = await ConsolePage.open(browser, service);
      await console.signIn(translator, password);
      await console.goTo('Documents');
      await console.field('From').selectOption('en');
    });
    afterEach(() => console.close());

    const upload = async (name: string, content: string | Buffer): Promise<void> => {
      await console.field('Files').setInputFiles(given(name, content));
      await console.button(`Download ${name}`).waitFor();
    };
    const open = async (name: string): Promise<void> => {
      await console.page.getByRole('link', { name, exact: true }).click();
      await console.page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
    };
    const picture = (name: string) => console.page.getByRole('img', { name, exact: true });
    const press = (key: string) => console.page.keyboard.press(key);

    /** The acts of the audit log on the document that is shown, the oldest first, as act and part. */
    const downloads = async (): Promise<string[]> => {
      const id = /doc_\w+/.exec(console.page.url())?.[0];
      const query = `action=document_download&resource_id=${id}&limit=100`;
      const answer = await service.fetch(`/v1/compliance/audit-logs?${query}`);
      const { data } = (await answer.json()) as { data: { entries: { metadata: Record<string, string> }[] } };
      return data.entries
        .map(({ metadata }) => [metadata.part ?? 'file', metadata.target_language ?? 'source'].join(' '))
        .reverse();
    };

    it('pages of a Word document stand beside each other, and are turned together by buttons and keys', async () => {
      const name = 'harbour.docx';
      await upload(name, docxOf(p(r('The harbour is old.') + newPage) + p(r('The ships are new.'))));
      await open(name);
      await picture('Page 1 of the original').waitFor();
      await picture('Page 1 of the translation').waitFor();
      await console.text('of 2');
      await console.button('Next page').click();
      await picture('Page 2 of the original').waitFor();
      await picture('Page 2 of the translation').waitFor();
      expect(console.page.url()).toContain('page=2');
      await picture('Page 2 of the original').click();
      await press('ArrowLeft');
      await picture('Page 1 of the translation').waitFor();
      await press('+');
      await console.text('150%');
      const widths = () => console.page.evaluate<number[]>('[...document.images].map((image) => image.naturalWidth)');
      expect(await widths()).toEqual([expect.any(Number), expect.any(Number)]);
      expect(Math.min(...(await widths()))).toBeGreaterThan(1_000);
      await expect.poll(async () => (await downloads()).sort()).toEqual(['pages es', 'pages source']);
    });

    it('a screen of a document has no fault of accessibility, and fits: light, dark, of 320 pixels, from the right', async () => {
      await upload('beside.docx', docxOf(p(r('The harbour is old.'))));
      await open('beside.docx');
      await picture('Page 1 of the translation').waitFor();
      await picture('Page 1 of the original').waitFor();
      const found: string[] = [];
      for (const [scheme, width, direction] of [
        ['light', 1_200, 'ltr'],
        ['dark', 320, 'rtl'],
      ] as const) {
        await console.page.emulateMedia({ colorScheme: scheme });
        await console.page.setViewportSize({ width, height: 800 });
        await console.page.evaluate(`document.documentElement.dir = '${direction}'`);
        found.push(...(await console.accessibilityFaults()).map((fault) => `${scheme}, ${width}: ${fault}`));
        expect(await console.overflow()).toBe(0);
      }
      expect(found).toEqual([]);
    });

    it('texts stand beside each other as they are, whatever their names and markup', async () => {
      const text = `The house is big. ${hostile}`;
      await upload(hostileName, text);
      await open(hostileName);
      const texts = console.page.locator('.side-text');
      await expect.poll(() => texts.allInnerTexts()).toEqual([text, text]);
      await console.goTo('Documents');
      await upload('page.html', `<html><body><p>The house is big.</p>${hostile}</body></html>`);
      await open('page.html');
      await expect.poll(async () => (await texts.allInnerTexts()).join()).toContain('<script>');
      await console.field('Show the files as text').click();
      await picture('Page 1 of the original').waitFor();
      expect(await console.page.evaluate('document.title')).toBe('Documents – Transledger');
    });

    it('several files ask for the options of their own formats before they are translated', async () => {
      await console.field('Choose their options before they are translated').check();
      const json = given('labels.json', JSON.stringify({ title: 'The old harbour', note: 'The new ships' }));
      await console.field('Files').setInputFiles([json, given('letter.docx', docxOf(p(r('The house is big.'))))]);
      const group = (name: string) => console.page.getByRole('group', { name, exact: true });
      const ofJson = group('Options for JSON');
      await ofJson.waitFor();
      expect(await ofJson.getByText('Translate comments').count()).toBe(0);
      await group('Options for Word').getByText('Translate comments').waitFor();
      await console.field('Translate these keys or columns alone').fill('$.title');
      await console.button('Translate 2 files').click();
      await console.button('Download letter.docx').waitFor();
      await console.button('Download labels.json').waitFor();
      await open('labels.json');
      const report = console.page.getByRole('region', { name: 'Fidelity report', exact: true });
      await report.waitFor();
      await expect.poll(() => report.innerText()).toMatch(/Translated\s+1\s/);
    });

    it('a translation comes in every format that it can have, and goes for ever when that is confirmed', async () => {
      const name = 'leaving.docx';
      await upload(name, docxOf(p(r('The house is big.'))));
      await open(name);
      await console.field('Format').selectOption('pdf');
      const download = console.page.waitForEvent('download');
      await console.button('Download').click();
      expect((await download).suggestedFilename()).toBe('leaving.es.pdf');
      const source = console.page.waitForEvent('download');
      await console.button('Download the original').click();
      expect((await source).suggestedFilename()).toBe(name);
      await console.button(`Delete ${name}`).click();
      await console.button('Delete').click();
      await console.page.getByRole('heading', { name: 'Your documents', exact: true, level: 2 }).waitFor();
      await expect.poll(() => console.page.getByText(name).count()).toBe(0);
    });
  },
);
