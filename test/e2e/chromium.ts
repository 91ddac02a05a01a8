import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import { inProject } from '#test/servers/installed.js';

/** Debian's Chromium asks its maker for nothing here, which a closed network would refuse. */
const quiet = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The part of Playwright's elements, pages and browsers that the tests use; it is installed apart from the project. */
export interface Located {
  first(): Located;
  click(): Promise<void>;
  isVisible(): Promise<boolean>;
  locator(selector: string): Located;
  inputValue(): Promise<string>;
  or(other: Located): Located;
  getByText(text: string): Located;
  fill(value: string): Promise<void>;
  press(key: string): Promise<void>;
  getByRole(role: string, options?: { name?: string; exact?: boolean }): Located;
  waitFor(): Promise<void>;
  innerText(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  allInnerTexts(): Promise<string[]>;
  count(): Promise<number>;
  check(): Promise<void>;
  selectOption(value: string | { label: string }): Promise<unknown>;
  setInputFiles(files: GivenFile | readonly GivenFile[]): Promise<void>;
}

interface Route {
  fetch(): Promise<{ text(): Promise<string> }>;
  fulfill(answer: { response: object; body: string } | { path: string }): Promise<void>;
  request(): { url(): string };
  abort(): Promise<void>;
}

interface BrowserAnswer {
  headers(): Record<string, string>;
  text(): Promise<string>;
}

export interface Page {
  setDefaultTimeout(milliseconds: number): void;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => unknown): void;
  on(event: 'pageerror', listener: (error: Error) => unknown): void;
  on(event: 'response', listener: (answer: BrowserAnswer) => unknown): void;
  addInitScript(script: string): Promise<void>;
  reload(): Promise<unknown>;
  waitForEvent(event: 'download'): Promise<{ suggestedFilename(): string }>;
  goto(url: string): Promise<unknown>;
  route(url: string, handle: (route: Route) => Promise<void>): Promise<void>;
  unroute(url: string): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(media: { colorScheme: 'light' | 'dark' }): Promise<void>;
  locator(selector: string, options?: { hasText: string }): Located;
  getByRole(role: string, options?: { name?: string; exact?: boolean; level?: number }): Located;
  getByText(text: string): Located;
  getByLabel(text: string, options?: { exact?: boolean }): Located;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  url(): string;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  waitForFunction(expression: string): Promise<unknown>;
  evaluate<Result>(expression: string): Promise<Result>;
  evaluate<Result, Given>(script: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  context(): { addCookies(cookies: { name: string; value: string; url: string; sameSite: 'None' }[]): Promise<void> };
  close(): Promise<void>;
}

/** The language and the time zone of the reader. */
export interface Surroundings {
  locale?: string;
  timezoneId?: string;
}

export interface Browser {
  newPage(surroundings?: Surroundings): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  chromium: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> };
}

/** The script of axe, which finds faults of accessibility in the page that runs it. */
export const axeScript = (): string =>
  readFileSync(inProject('browser-tools-2/node_modules/axe-core/axe.min.js'), 'utf8');

const playwright = (): Playwright => createRequire(inProject('browser-tools-2/package.json'))('playwright-core');

export const startChromium = (): Promise<Browser> =>
  playwright().chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet });

/** Folders of modules that a page may load, by the path under which it does. */
const modules: Readonly<Record<string, string>> = {
  'audit-proof': 'packages/audit-proof/dist',
  hashes: 'node_modules/@noble/hashes',
  ed25519: 'node_modules/@noble/ed25519',
};

/** Modules that the page gives to scripts of a test, which cannot import anything themselves. */
export interface PageModules {
  auditProof: typeof import('@transledger/audit-proof');
}

const page = `<!doctype html><title>A page of another origin</title>
<script type="importmap">{"imports": {
  "@transledger/audit-proof": "/audit-proof/index.js", "@noble/hashes/": "/hashes/", "@noble/ed25519": "/ed25519/index.js"}}</script>
<script type="module">globalThis.auditProof = await import('@transledger/audit-proof');</script>`;

const typeOf = (path: string): string => (extname(path) === '.js' ? 'text/javascript' : 'text/html');

const contentOf = (path: string): Promise<Buffer | string> | string => {
  const [, folder = '', file = ''] = /^\/([\w-]+)\/([\w-]+\.js)$/.exec(path) ?? [];
  const place = modules[folder];
  return place === undefined ? page : readFile(join(projectRoot, place, file));
};

/** A page on loopback that has nothing of the service, with the packages for browsers as somebody would serve them. */
export const serveOtherOrigin = async (): Promise<{ url: string; stop: () => void }> => {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    Promise.resolve(contentOf(path)).then(
      (content) => response.writeHead(200, { 'content-type': typeOf(path) }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
};
