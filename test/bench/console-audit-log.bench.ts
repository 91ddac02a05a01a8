import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startChromium } from '#test/e2e/chromium.js';
import { buildConsoleOnce } from '#test/e2e/console-build.js';
import { projectRoot } from '#test/project-root.js';
import { debianVersion, keepReport, machineLines } from './machine.js';

/** Whether the console's list of entries scrolls without a long task, however long the log is: the real page before a stand-in of the API. */

const entries = Number(process.env.ENTRIES ?? 1_000_000);
const scrollMs = Number(process.env.SCROLL_MS ?? 10_000);
const longMs = 50;
const organization = { id: 'org_bench', name: 'Bench' };
const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada Lovelace', role: 'auditor' };

const entryOf = (number: number): object => ({
  id: `aud_${String(number).padStart(26, '0')}`,
  timestamp: new Date(1_700_000_000_000 + number * 1_000).toISOString(),
  action: number % 3 === 0 ? 'translate' : 'document_upload',
  resource: 'text',
  resource_id: `req_${number}`,
  user_id: user.id,
  key_id: null,
  key_name: null,
  ip_address: '192.0.2.1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  request_id: `req_${number}`,
  metadata: {
    source_language: 'en',
    target_language: 'es',
    word_count: 12,
    character_count: 60,
    model: 'apertium-en-es',
  },
  result: number % 50 === 0 ? 'failure' : 'success',
  openings: [],
});

/** The list from the newest on, whose cursor is the number of the first entry of a page. */
const page = (query: URLSearchParams): object => {
  const first = Number(query.get('cursor') ?? entries);
  const limit = Number(query.get('limit'));
  const count = Math.min(limit, first);
  const next = first - count;
  return {
    entries: Array.from({ length: count }, (_, at) => entryOf(first - at)),
    people: { [user.id]: { name: user.name, email: user.email } },
    pagination: {
      ...{ total: entries, limit, offset: 0 },
      has_more: next > 0,
      next_cursor: next > 0 ? String(next) : null,
    },
  };
};

const answers: Readonly<Record<string, (query: URLSearchParams) => object>> = {
  '/v1/auth/session': () => ({
    user,
    organization,
    scopes: ['compliance:read'],
    expires_at: '2099-01-01T00:00:00.000Z',
  }),
  '/v1/compliance/audit-logs': page,
  // A log without a key is not verified, which would be another measurement.
  '/v1/compliance/audit-logs/keys': () => ({ keys: [] }),
};

const mediaTypeOf = (path: string): string =>
  path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8';

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
  const data = answers[pathname]?.(searchParams);
  if (data !== undefined) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data, meta: { request_id: 'req_bench' } }));
    return;
  }
  const asset = pathname.startsWith('/console/assets/') ? pathname.slice('/console/'.length) : 'index.html';
  response.setHeader('content-type', mediaTypeOf(asset));
  response.end(await readFile(join(projectRoot, 'dist/console', asset)));
};

/** Notes each long task, as the browser tells of it, and scrolls as it is asked to. */
const script = `
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  const frame = () => new Promise(requestAnimationFrame);
  const list = () => document.querySelector('.audit-list');
  window.toTheEnd = async (wanted) => {
    const from = performance.now();
    while (Number(list().querySelector('[role=table]').ariaRowCount) !== wanted + 1) {
      list().scrollTop = list().scrollHeight;
      await frame();
    }
    return performance.now() - from;
  };
  window.scrollFor = async (milliseconds, step) => {
    const until = performance.now() + milliseconds;
    let frames = 0;
    for (; performance.now() < until; frames += 1) {
      step(list(), frames);
      await frame();
    }
    return frames;
  };
`;

interface Phase {
  name: string;
  frames: number;
  long: number;
  longest: number;
}

await buildConsoleOnce();
const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await startChromium();
try {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(120_000);
  await tab.setViewportSize({ width: 1_280, height: 900 });
  await tab.goto(`${url}/console/audit`);
  await tab.getByRole('table').getByRole('link').first().waitFor();
  await tab.evaluate(script);
  const phases: Phase[] = [];
  const measured = async (name: string, act: () => Promise<number>): Promise<void> => {
    await tab.evaluate('void (tasks.length = 0)');
    const frames = await act();
    const tasks = await tab.evaluate<number[]>('tasks');
    phases.push({
      name,
      frames,
      long: tasks.filter((duration) => duration > longMs).length,
      longest: Math.max(0, ...tasks),
    });
  };
  const scroll = (step: string) => () => tab.evaluate<number>(`scrollFor(${scrollMs}, ${step})`);
  await measured('by the wheel from the newest entry', scroll('(list) => { list.scrollTop += 120; }'));
  let toTheEndMs = 0;
  await measured(`to the last of the entries, page by page`, async () => {
    toTheEndMs = await tab.evaluate<number>(`toTheEnd(${entries})`);
    return 0;
  });
  await measured('by the wheel back from the last entry', scroll('(list) => { list.scrollTop -= 120; }'));
  await measured(
    'by the scroll bar over all of them',
    scroll('(list, frames) => { list.scrollTop = list.scrollHeight * Math.abs(Math.sin(frames / 60)); }'),
  );
  const heap = await tab.evaluate<number>('performance.memory.usedJSHeapSize');
  const report = `# The console's audit log: ${entries.toLocaleString('en')} entries

${machineLines()}
Chromium ${debianVersion('chromium')}; the built console before a stand-in of the API on loopback, in a window of 1,280 by 900 pixels. A long task is
one of more than ${longMs} ms, as the browser's \`longtask\` observer tells of it: on a busy machine others' work is in its time.

| scrolled | frames | tasks over ${longMs} ms | the longest |
|---|---|---|---|
${phases.map(({ name, frames, long, longest }) => `| ${name} | ${frames === 0 ? '' : frames} | ${long} | ${longest === 0 ? `under ${longMs}` : longest.toFixed(0)} ms |`).join('\n')}

All entries were loaded, 200 a page, in ${(toTheEndMs / 1_000).toFixed(0)} s; the page's heap had ${(heap / 2 ** 20).toFixed(0)} MiB then.
`;
  if (entries >= 1_000_000) await keepReport('console-audit-log', report);
  else console.log(report);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
