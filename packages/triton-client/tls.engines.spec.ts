import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsOptions } from './client-options.js';
import { type Certificates, makeCertificates } from './contract/certificates.fixture.js';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import { createTritonClient } from './triton-client.js';

let certificates: Certificates;
const servers: ToyTriton[] = [];

const start = async (...more: string[]): Promise<ToyTriton> => {
  const file = (name: string) => join(certificates.folder, name);
  const ssl = [
    '--grpc-use-ssl=1',
    `--grpc-server-cert=${file('server.pem')}`,
    `--grpc-server-key=${file('server-key.pem')}`,
  ];
  const loaded = ['--model-control-mode=explicit', '--load-model=batching'];
  const server = await startToyTriton({ args: [...ssl, `--grpc-root-cert=${file('ca.pem')}`, ...more, ...loaded] });
  servers.push(server);
  return server;
};

beforeAll(() => {
  certificates = makeCertificates();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  certificates?.remove();
});

const ready = async ({ grpcPort }: ToyTriton, tls: TlsOptions, host = '127.0.0.1'): Promise<boolean> => {
  const client = createTritonClient({ urls: [`grpcs://${host}:${grpcPort}`], tls });
  try {
    return await client.modelReady('batching', { deadlineMs: 10_000 });
  } finally {
    client.close();
  }
};

describe('TLS', () => {
  it('the client reaches a server whose authority is known, by any of its names, and no other', async () => {
    const server = await start();
    const ca = certificates.read('ca.pem');
    expect(await ready(server, { ca })).toBe(true);
    expect(await ready(server, { ca: ca.toString() }, 'localhost')).toBe(true);
    expect(await ready(server, { ca, serverName: 'localhost' })).toBe(true);
    await expect(ready(server, {})).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/certificate/),
    });
    await expect(ready(server, { ca, serverName: 'elsewhere' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/elsewhere|altnames/),
    });
    const plain = createTritonClient({ urls: [server.grpcUrl] });
    await expect(plain.serverReady({ deadlineMs: 10_000 })).rejects.toMatchObject({ kind: 'unavailable' });
    plain.close();
  });

  it('the client shows its certificate where the server asks for one', async () => {
    const server = await start('--grpc-use-ssl-mutual=1');
    const ca = certificates.read('ca.pem');
    const own = { cert: certificates.read('client.pem'), key: certificates.read('client-key.pem') };
    expect(await ready(server, { ca, ...own })).toBe(true);
    await expect(ready(server, { ca })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
