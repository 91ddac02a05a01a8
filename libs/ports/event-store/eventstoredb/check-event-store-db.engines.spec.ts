import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { type EventStoreDouble, startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import { eventNumbered } from '../contract/numbered-events.js';
import { labels, readWhole } from '../contract/reading.js';
import { checkEventStoreDb } from './check-event-store-db.js';
import { StoresUnderTest } from './event-store-under-test.contract.js';

/*
 * Ways to reach a server: plain and TLS, with credentials, a cluster by its hosts; and the error where they fail.
 */
let folder: string;
let tls: { keyFile: string; certFile: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-event-store-tls-'));
  tls = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'certificate.pem') };
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=node';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', tls.keyFile, '-out', tls.certFile];
  execFileSync('openssl', [...request.split(' '), ...names], { stdio: 'ignore' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const secret = { username: 'admin', password: 'geheim:2' };
let double: EventStoreDouble | undefined;
let silent: Server | undefined;
let stores: StoresUnderTest | undefined;
afterEach(async () => {
  await stores?.close();
  await double?.stop();
  silent?.close();
  stores = undefined;
  double = undefined;
  silent = undefined;
});

const credentials = 'admin:geheim:2@';
const trusting = () => `tlsCAFile=${encodeURIComponent(tls.certFile)}`;

const startSecured = async (): Promise<number> => {
  double = await startEventStoreDouble({ tls, ...secret });
  return double.port;
};

const usable = async (url: string): Promise<void> => {
  await checkEventStoreDb({ url });
  stores = new StoresUnderTest(url);
  const store = stores.open();
  await store.append('thing-1', [eventNumbered(1)], 'no-stream');
  expect(labels(await readWhole(store, 'thing-1'))).toEqual([1]);
};

it.each([
  ['plain', (port: number) => `esdb://127.0.0.1:${port}?tls=false`],
  ['of a cluster, by its hosts', (port: number) => `esdb://127.0.0.1:${port},127.0.0.1:1?tls=false`],
  ['of a cluster, by its name', (port: number) => `kurrentdb+discover://127.0.0.1:${port}?tls=false`],
])('the check passes on a server: %s', async (_, urlOf) => {
  double = await startEventStoreDouble();
  await usable(urlOf(double.port));
});

it.each([
  ['by its authority', (port: number) => `esdb://${credentials}127.0.0.1:${port}?${trusting()}`],
  ['unverified', (port: number) => `kurrentdb://${credentials}127.0.0.1:${port}?tls=true&tlsVerifyCert=false`],
  ['of a cluster', (port: number) => `esdb+discover://${credentials}127.0.0.1:${port}?${trusting()}`],
])('the check passes over TLS with a password that has a colon: %s', async (_, urlOf) => {
  await usable(urlOf(await startSecured()));
});

const failing: [string, (port: number) => string, RegExp][] = [
  ['the wrong password', (port) => `esdb://admin:geheim@127.0.0.1:${port}?${trusting()}`, /user or password is wrong/],
  ['no password', (port) => `esdb://127.0.0.1:${port}?${trusting()}`, /without credentials, lacks the right/],
  ['an unknown authority', (port) => `esdb://${credentials}127.0.0.1:${port}`, /TLS does not fit/],
  [
    'an unknown authority of a cluster',
    (port) => `esdb+discover://${credentials}127.0.0.1:${port}`,
    /TLS does not fit/,
  ],
  ['no TLS', (port) => `esdb://127.0.0.1:${port}?tls=false`, /tls/i],
];
it.each(failing)('the check says what is wrong with a secured server: %s', async (_, urlOf, reason) => {
  const check = checkEventStoreDb({ url: urlOf(await startSecured()) });
  await expect(check).rejects.toThrow(reason);
  await expect(check).rejects.toThrow(/^The event store cannot be used: [^\n]+$/);
  await expect(check).rejects.not.toThrow(/geheim/);
});

it('the check says that TLS does not fit where the server is plain', async () => {
  double = await startEventStoreDouble();
  await expect(checkEventStoreDb({ url: `esdb://127.0.0.1:${double.port}` })).rejects.toThrow(/TLS does not fit/);
});

it.each(['esdb://127.0.0.1:PORT?tls=false', 'esdb://127.0.0.1:PORT,127.0.0.1:1?tls=false'])(
  'the check says that nothing listens at the address: %s',
  async (form) => {
    const url = form.replace('PORT', String(await freePort()));
    await expect(checkEventStoreDb({ url })).rejects.toThrow(/cannot be reached.*(?<!: )$/);
  },
);

it('the check says within its timeout that the server does not answer', async () => {
  const server = createServer(() => undefined);
  silent = server;
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const begun = performance.now();
  await expect(checkEventStoreDb({ url: `esdb://127.0.0.1:${port}?tls=false` })).rejects.toThrow(/no answer within/);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it.each(['', ',127.0.0.1:1'])('a store opens without a server, and uses it once it is there: «%s»', async (others) => {
  const port = await freePort();
  stores = new StoresUnderTest(`esdb://127.0.0.1:${port}${others}?tls=false&maxDiscoverAttempts=1&gossipTimeout=1`);
  const store = stores.open();
  const append = () => store.append('thing-1', [eventNumbered(1)], 'no-stream');
  await expect(append()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(store.head()).rejects.toMatchObject({ kind: 'unavailable' });
  double = await startEventStoreDouble({ port });
  await expect
    .poll(
      () =>
        append().then(
          ({ revision }) => revision,
          ({ kind }) => kind,
        ),
      { timeout: 30_000 },
    )
    .toBe(0);
});
