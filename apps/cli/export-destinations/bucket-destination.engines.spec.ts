import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlainObjects } from '#libs/engines/plain-objects.js';
import { describeWith } from '#test/servers/describe-with.js';
import { createBucket, type RunningS3Proxy, startS3Proxy } from '#test/servers/s3proxy.js';
import { BucketDestination } from './bucket-destination.js';
import { keepPlace, placeOf } from './export-places.js';

const bucket = 'exports';

describeWith(['s3'], 'an export to a bucket', () => {
  let folder: string;
  let s3: RunningS3Proxy;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-s3-'));
    s3 = await startS3Proxy({ folder });
    await createBucket(s3.endpoint, bucket);
  });
  afterAll(async () => {
    await s3.server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const destination = async (key: string): Promise<BucketDestination> => {
    const { endpoint, accessKeyId, secretAccessKey } = s3;
    const place = { bucket, endpoint, credentials: { accessKeyId, secretAccessKey } };
    const objects = await openPlainObjects(place, (error) => {
      throw error;
    });
    return new BucketDestination(objects, key);
  };
  const objects = async (): Promise<string[]> =>
    (await readdir(join(folder, 'objects', bucket), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  it('an object of several parts is there once it is whole', async () => {
    const to = await destination('audit/monday.ndjson');
    const target = await to.open();
    for (let piece = 0; piece < 12; piece += 1) await target.append(Buffer.alloc(2 ** 20, piece + 65));
    expect(await objects()).not.toContain('monday.ndjson');
    await target.finish();
    const bytes = await readFile(join(folder, 'objects', bucket, 'audit', 'monday.ndjson'));
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([12 * 2 ** 20, 65, 76]);
    to.close();
  });

  it('nothing is left of an object that is not whole', async () => {
    const to = await destination('audit/tuesday.ndjson');
    const target = await to.open();
    for (let piece = 0; piece < 12; piece += 1) await target.append(Buffer.alloc(2 ** 20));
    await target.discard();
    expect((await objects()).filter((name) => name.includes('tuesday'))).toEqual([]);
    to.close();
  });

  it('the place up to which exports have come is kept beside them', async () => {
    const [monday, tuesday] = [await destination('a/monday'), await destination('a/tuesday')];
    const elsewhere = await destination('b/monday');
    expect(await placeOf(monday, 'all')).toBeUndefined();
    await keepPlace(monday, 'all', 'aud_1');
    expect(await placeOf(tuesday, 'all')).toBe('aud_1');
    expect(await placeOf(elsewhere, 'all')).toBeUndefined();
    for (const to of [monday, tuesday, elsewhere]) to.close();
  });
});
