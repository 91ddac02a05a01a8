import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { S3Fixture } from './s3.fixture.js';
import type { S3BlobStoreOptions } from './s3-blob-store.js';

let fixture: S3Fixture;
beforeAll(async () => {
  fixture = await S3Fixture.start();
});
afterAll(() => fixture.close());

const complaint = async (options: Partial<S3BlobStoreOptions>): Promise<unknown> => {
  const start = performance.now();
  const error = await fixture
    .store(options)
    .check()
    .catch((reason: Error) => reason);
  expect(performance.now() - start).toBeLessThan(10_000);
  return error instanceof Error ? error.message : error;
};

describe('the check of S3', () => {
  it('the check of a usable S3 passes', async () => expect(await complaint({})).toBeUndefined());

  it('the check reports a missing bucket', async () =>
    expect(await complaint({ bucket: 'elsewhere' })).toBe(
      `The bucket elsewhere does not exist on S3 at 127.0.0.1:${fixture.proxy.port}.`,
    ));

  it.each([
    ['key id', () => ({ accessKeyId: 'nobody', secretAccessKey: fixture.proxy.secretAccessKey })],
    ['secret', () => ({ accessKeyId: fixture.proxy.accessKeyId, secretAccessKey: 'a-secret-that-is-wrong' })],
  ])('the check reports wrong credentials: the %s', async (_what, credentials) => {
    const message = await complaint({ credentials: credentials() });
    expect(message).toMatch(/^S3 at 127\.0\.0\.1:\d+ refuses the credentials \(\w+\)\.$/);
  });

  it('the check reports that nothing listens, without the secrets of the URL', async () =>
    expect(await complaint({ endpoint: `http://user:hidden@127.0.0.1:${await freePort()}` })).toMatch(
      /^S3 at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/,
    ));

  it('the check reports TLS to a server that does not speak it', async () =>
    expect(await complaint({ endpoint: `https://127.0.0.1:${fixture.proxy.port}` })).toMatch(
      /^S3 at 127\.0\.0\.1:\d+ cannot be spoken to over TLS/,
    ));

  it('the check reports a server that hangs', async () => {
    fixture.proxy.server.pause();
    const message = await complaint({});
    fixture.proxy.server.resume();
    expect(message).toBe(`S3 at 127.0.0.1:${fixture.proxy.port} does not answer.`);
  });
});
