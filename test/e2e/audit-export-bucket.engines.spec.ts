import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { createBucket, type RunningS3Proxy, startS3Proxy } from '#test/servers/s3proxy.js';
import { runCommandLine } from './command-line.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Exported {
  entries: number;
  output: string;
}

describeWith(['s3'], 'an export of the audit log into a bucket', () => {
  let service: RunningService;
  let folder: string;
  let s3: RunningS3Proxy;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'transledger-exports-'));
    service = await sharedService(withLoad);
    s3 = await startS3Proxy({ folder: join(folder, 's3') });
    await createBucket(s3.endpoint, 'audits');
    expect((await service.postJson('/v1/detect', { text: 'Hello.' })).status).toBe(200);
  });
  afterAll(async () => {
    await s3.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the command line exports to a bucket, and goes on where it was', async () => {
    const settings = {
      AUDIT_API_KEY: service.apiKey,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const exportTo = (name: string) =>
      runCommandLine<Exported>(
        settings,
        ...['audit', 'export', '--url', service.url, '--action', 'detect'],
        ...['--output', `s3://audits/acme/${name}`, '--since-last'],
      );
    const first = await exportTo('first.ndjson');
    expect(first.entries).toBe(1);
    const written = readFileSync(join(folder, 's3/objects/audits/acme/first.ndjson'), 'utf8');
    expect(written.split('\n').filter((line) => line !== '' && JSON.parse(line).type === undefined)).toHaveLength(1);
    expect(
      await runCommandLine({}, 'audit', 'verify', join(folder, 's3/objects/audits/acme/first.ndjson')),
    ).toMatchObject({
      verified: true,
      entries: first.entries,
    });
    await service.postJson('/v1/detect', { text: 'Hello again.' });
    expect(await exportTo('second.ndjson')).toMatchObject({ entries: 1, output: 's3://audits/acme/second.ndjson' });
  });
});
