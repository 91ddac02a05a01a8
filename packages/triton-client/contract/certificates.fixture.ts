import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** Folder with ca.pem, server.pem, server-key.pem, client.pem, client-key.pem. */
  folder: string;
  read(file: string): Buffer;
  remove(): void;
}

/** Creates an authority, with a certificate for `localhost` and 127.0.0.1 and one for a client. */
export const makeCertificates = (): Certificates => {
  const folder = mkdtempSync(join(tmpdir(), 'triton-client-tls-'));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...ec,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    at('ca-key.pem'),
    '-out',
    at('ca.pem'),
  );
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  for (const name of ['server', 'client']) {
    openssl('req', ...ec, '-subj', `/CN=${name}`, '-keyout', at(`${name}-key.pem`), '-out', at(`${name}.csr`));
    const by = ['-CA', at('ca.pem'), '-CAkey', at('ca-key.pem'), '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-extfile', at('names'), '-out', at(`${name}.pem`));
  }
  return {
    folder,
    read: (file) => readFileSync(at(file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
