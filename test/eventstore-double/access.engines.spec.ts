import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, numbered, openClient, openDouble } from './double.fixture.js';

let folder: string;
let tls: { keyFile: string; certFile: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-double-tls-'));
  tls = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem') };
  const subject = ['-subj', '/CN=double', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', tls.keyFile];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', tls.certFile, ...subject], { stdio: 'ignore' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = { username: 'admin', password: 'right' };

describe.each([true, false])('over TLS with credentials (batch append: %s)', (batchAppend) => {
  const openWith = async (credentials: string) => {
    const { double } = await openDouble({ tls, ...secret, batchAppend });
    const ca = encodeURIComponent(tls.certFile);
    return openClient(`esdb://${credentials}127.0.0.1:${double.port}?tls=true&tlsCAFile=${ca}`);
  };

  it('the double admits a client with the right credentials', async () => {
    const client = await openWith('admin:right@');
    await client.appendToStream('a', numbered(1));
    expect(await collect(client.readStream('a'))).toHaveLength(1);
  });

  it.each(['', 'admin:wrong@'])(
    'the double denies access to a client with the credentials "%s"',
    async (credentials) => {
      const client = await openWith(credentials);
      await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({ type: 'access-denied' });
      await expect(collect(client.readAll())).rejects.toMatchObject({ type: 'access-denied' });
      await expect(client.deleteStream('a')).rejects.toMatchObject({ type: 'access-denied' });
    },
  );
});

it('the double does not talk to a client without TLS', async () => {
  const { double } = await openDouble({ tls });
  const client = openClient(`esdb://127.0.0.1:${double.port}?tls=false`);
  await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({ code: status.UNAVAILABLE });
});
