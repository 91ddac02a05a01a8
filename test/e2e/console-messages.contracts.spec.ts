import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { missingServers } from '#test/servers/installed.js';
import { Browsers, password } from './browsers.js';
import { type Browser, startChromium } from './chromium.js';
import { buildConsoleOnce } from './console-build.js';
import { ConsolePage } from './console-page.js';
import { everyScreen } from './console-screens.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const owner = 'owner@messages.example.com';
const sources = join(projectRoot, 'apps/console');
/** A language from the right whose catalogue is made here: each Latin letter of a message is another sign. */
const locale = 'ar';

/** Placeholders, tags and forms of a message stay; of the rest each letter is a circled one. */
const disguised = (message: string): string =>
  message.replaceAll(/(\{[^}]*\}|<[^>]*>|\\n)|([a-z])|([A-Z])/g, (_all, kept, small, capital) => {
    if (kept !== undefined) return kept;
    return small === undefined
      ? String.fromCodePoint(0x24b6 + capital.charCodeAt(0) - 65)
      : String.fromCodePoint(0x24d0 + small.charCodeAt(0) - 97);
  });

const disguisedCatalogue = (catalogue: string): string =>
  catalogue
    .replace('Language: en', `Language: ${locale}`)
    .replaceAll(/^(msgid "(.*)"\n)((?:".*"\n)*)msgstr .*\n((?:".*"\n)*)/gm, (entry, head, first, more) => {
      if (first === '' && more === '') return entry;
      const lines = [`"${disguised(first)}"`, ...(more as string).split('\n').filter(Boolean).map(disguised)];
      return `${head}${more}msgstr ${lines.join('\n')}\n`;
    });

/** Texts and names of what is shown, but for what is no language, and choices that are called as their values are. */
const textsShown = `(() => {
  const texts = [];
  const isCode = (element) => element.closest('[translate=no], pre, script, style, noscript') !== null;
  const isValue = (element) => element.value !== undefined && element.value.toLowerCase() === element.textContent.toLowerCase();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!isCode(parentElement) && !isValue(parentElement)) texts.push(textContent.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  return [...texts, document.title];
})()`;

describe.skipIf(missingServers(['chromium']).length > 0)('the console in another language', () => {
  let service: RunningService;
  let browser: Browser;
  let built: string;
  let copy: string;

  beforeAll(async () => {
    await buildConsoleOnce();
    copy = await mkdtemp(join(projectRoot, 'dist/console-in-another-language-'));
    built = await mkdtemp(join(tmpdir(), 'console-built-'));
    await cp(sources, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    await symlink(join(sources, 'node_modules'), join(copy, 'node_modules'));
    const catalogue = await readFile(join(copy, 'src/messages/en.po'), 'utf8');
    await writeFile(join(copy, `src/messages/${locale}.po`), disguisedCatalogue(catalogue));
    const config = (await readFile(join(copy, 'lingui.config.ts'), 'utf8')).replace("['en']", `['en', '${locale}']`);
    await writeFile(join(copy, 'lingui.config.ts'), config);
    const vite = join(copy, 'node_modules/vite/bin/vite.js');
    await promisify(execFile)(process.execPath, [vite, 'build'], {
      cwd: copy,
      env: { ...process.env, CONSOLE_OUTPUT: built, NODE_ENV: 'production' },
    });
    service = await sharedService(withLoad);
    await new Browsers(service).newUser(owner, 'owner');
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    for (const folder of [copy, built]) await rm(folder, { recursive: true, force: true });
  });

  it('each text is of the catalogue or of the service, and the page runs from the right', async () => {
    const console = await ConsolePage.open(browser, service, { locale });
    const { page } = console;
    /** Everything that the service said, in which what is no message has to be. */
    const said: (string | Promise<string>)[] = [`${service.url} ${owner} Transledger UTC`];
    page.on('response', (answer) => {
      if (answer.headers()['content-type']?.includes('json')) said.push(answer.text().catch(() => ''));
    });
    await page.route(`${service.url}/console/**`, (route) => {
      const path = new URL(route.request().url()).pathname.slice('/console/'.length);
      return route.fulfill({ path: join(built, path.startsWith('assets/') ? path : 'index.html') });
    });
    await page.goto(`${service.url}/console/`);
    await page.locator('input[name=email]').fill(owner);
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=password]').press('Enter');
    await console.signedIn();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      locale,
      'rtl',
    ]);
    const shown: string[] = [];
    for (const { path } of everyScreen) {
      await page.goto(`${service.url}/console${path}`);
      await page.getByRole('navigation').waitFor();
      await console.settled();
      const texts = await page.evaluate<string[]>(textsShown);
      shown.push(...texts.map((text) => `${path} ${text}`));
    }
    const known = (await Promise.all(said)).join(' ').toLowerCase();
    const foreign = shown.filter((line) => {
      const words = line.slice(line.indexOf(' ')).match(/[A-Za-z][\w:@.-]*/g) ?? [];
      return words.some((word) => !known.includes(word.toLowerCase()));
    });
    expect([...new Set(foreign)]).toEqual([]);
    // What was looked through were messages.
    expect(shown.filter((line) => /[\u24b6-\u24e9]{3}/.test(line)).length).toBeGreaterThan(100);
    await console.close();
  });
});
