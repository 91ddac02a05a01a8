import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { projectRoot } from '#test/project-root.js';

/** Debian's Chromium asks its maker for nothing here, which a closed network would refuse. */
const quiet = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];

export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: quiet });

/** Folders of modules that a page may load, by the path under which it does. */
const modules: Readonly<Record<string, string>> = {
  'audit-proof': 'packages/audit-proof/dist',
  hashes: 'node_modules/@noble/hashes',
};

/** Modules that the page gives to scripts of a test, which cannot import anything themselves. */
export interface PageModules {
  auditProof: typeof import('@transledger/audit-proof');
}

const page = `<!doctype html><title>A page of another origin</title>
<script type="importmap">{"imports": {
  "@transledger/audit-proof": "/audit-proof/index.js", "@noble/hashes/": "/hashes/"}}</script>
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
