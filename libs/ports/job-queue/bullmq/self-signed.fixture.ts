import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#libs/platform/process/free-port.js';
import { startRedis } from '#test/servers/redis.js';

/** A Redis that speaks TLS only, with a certificate of its own making for the loopback address. */
export const startTlsRedis = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=loopback';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request.split(' '), ...names], { stdio: 'ignore' });
  const port = await freePort();
  const settings = {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': certificate,
    'tls-key-file': key,
    'tls-auth-clients': 'no',
  };
  const { server } = await startRedis({ port, settings });
  const ca = readFileSync(certificate, 'utf8');
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { port, ca, stop };
};
