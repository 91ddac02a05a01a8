import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface AuthorityOptions {
  /** The kind of key, with its options, as `openssl req -newkey` takes them. */
  key?: readonly string[];
  /** Extensions of the certificate that signs, a line each. */
  extensions?: readonly string[];
  /** Extensions of the certificate between it and the top. */
  between?: readonly string[];
  /** Certificates that it sends beside its own and the one between, PEM. */
  sent?: readonly string[];
  /** Further lines of the authority's configuration. */
  configuration?: readonly string[];
}

const ecKey = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const forTimeStamps = ['extendedKeyUsage=critical,timeStamping', 'keyUsage=critical,digitalSignature'];
const authority = ['basicConstraints=critical,CA:true,pathlen:0', 'keyUsage=critical,keyCertSign'];

const configurationOf = (folder: string, more: readonly string[]): string =>
  [
    '[tsa]',
    'default_tsa = here',
    '[here]',
    `serial = ${join(folder, 'serial')}`,
    'signer_digest = sha256',
    'default_policy = 1.2.3.4.1',
    'digests = sha256',
    'accuracy = secs:1',
    ...more,
    '',
  ].join('\n');

/** An authority for time stamps: OpenSSL's own, behind a small HTTP server. */
export class TimeStampAuthority {
  /** Requests that it got, as DER. */
  readonly asked: Buffer[] = [];
  /** Answers in place of its own. */
  instead: RequestListener | undefined;
  private server: Server | undefined;

  private constructor(readonly folder: string) {}

  /** Makes its certificates: one at the top (`ca.pem`), one between, and the one that signs. */
  static async make({
    key = ecKey,
    extensions = forTimeStamps,
    between = authority,
    sent = [],
    configuration = [],
  }: AuthorityOptions = {}): Promise<TimeStampAuthority> {
    const folder = await mkdtemp(join(tmpdir(), 'transledger-tsa-'));
    const at = (name: string) => join(folder, name);
    const made = new TimeStampAuthority(folder);
    const request = async (name: string, newKey: readonly string[], ...more: string[]) => {
      const subject = ['-subj', `/O=Example/CN=${name}`];
      await run('openssl', ['req', '-newkey', ...newKey, '-nodes', '-keyout', at(`${name}.key`), ...subject, ...more]);
    };
    const sign = async (name: string, by: string, lines: readonly string[]) => {
      await writeFile(at(`${name}.ext`), lines.join('\n'));
      const issuer = ['-CA', at(`${by}.pem`), '-CAkey', at(`${by}.key`), '-CAcreateserial', '-days', '30'];
      const files = ['-in', at(`${name}.csr`), '-extfile', at(`${name}.ext`), '-out', at(`${name}.pem`)];
      await run('openssl', ['x509', '-req', ...issuer, ...files]);
    };
    await request('ca', ecKey, '-x509', '-days', '30', '-out', at('ca.pem'));
    await request('between', ecKey, '-out', at('between.csr'));
    await sign('between', 'ca', between);
    await request('tsa', key, '-out', at('tsa.csr'));
    await sign('tsa', 'between', extensions);
    await writeFile(at('sent.pem'), [await readFile(at('between.pem'), 'utf8'), ...sent].join(''));
    await writeFile(at('serial'), '01\n');
    await writeFile(at('tsa.cnf'), configurationOf(folder, configuration));
    return made;
  }

  /** The certificate at the top, PEM. */
  get trusted(): Promise<string> {
    return readFile(join(this.folder, 'ca.pem'), 'utf8');
  }

  /** The answer to a request, both DER. */
  async reply(request: Uint8Array): Promise<Buffer> {
    const at = (name: string) => join(this.folder, name);
    await writeFile(at('request.tsq'), request);
    const files = ['-config', at('tsa.cnf'), '-queryfile', at('request.tsq'), '-out', at('reply.tsr')];
    const signer = ['-signer', at('tsa.pem'), '-inkey', at('tsa.key'), '-chain', at('sent.pem')];
    await run('openssl', ['ts', '-reply', ...files, ...signer]);
    return readFile(at('reply.tsr'));
  }

  /** Whether `openssl ts -verify` takes a token for a stamp of the text. */
  async verifies(token: Uint8Array, text: string): Promise<boolean> {
    const at = (name: string) => join(this.folder, name);
    await writeFile(at('token.der'), token);
    await writeFile(at('text'), text);
    const files = ['-in', at('token.der'), '-token_in', '-data', at('text'), '-CAfile', at('ca.pem')];
    const { stdout, stderr } = await run('openssl', ['ts', '-verify', ...files]).catch((error) => error);
    return `${stdout}${stderr}`.includes('Verification: OK');
  }

  /**
   * The list of certificates that one of its certificates has revoked, PEM; an empty one without `revoked`.
   * @param reason as OpenSSL names it; none when omitted
   */
  async revocations(
    by: 'ca' | 'between',
    revoked?: { name: 'tsa' | 'between'; at: Date; reason?: string },
  ): Promise<string> {
    const at = (name: string) => join(this.folder, name);
    let line = '';
    if (revoked !== undefined) {
      const { serialNumber, validToDate } = new X509Certificate(await readFile(at(`${revoked.name}.pem`)));
      const timeOf = (date: Date) =>
        `${date
          .toISOString()
          .replaceAll(/[-:T]|\.\d+/g, '')
          .slice(2)}`;
      const reason = revoked.reason === undefined ? '' : `,${revoked.reason}`;
      line = [
        'R',
        timeOf(validToDate),
        `${timeOf(revoked.at)}${reason}`,
        serialNumber,
        'unknown',
        `/CN=${revoked.name}\n`,
      ].join('\t');
    }
    await writeFile(at('index'), line);
    const section = ['[ca]', 'default_ca = here', '[here]', `database = ${at('index')}`];
    await writeFile(at('crl.cnf'), [...section, 'default_md = sha256', 'default_crl_days = 30', ''].join('\n'));
    const issuer = ['-cert', at(`${by}.pem`), '-keyfile', at(`${by}.key`)];
    await run('openssl', ['ca', '-gencrl', '-config', at('crl.cnf'), ...issuer, '-out', at('crl.pem')]);
    return readFile(at('crl.pem'), 'utf8');
  }

  /** Answers over HTTP from now on. @returns its URL */
  async listen(): Promise<string> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.asked.push(Buffer.concat(chunks));
      if (this.instead !== undefined) {
        this.instead(request, response);
        return;
      }
      const reply = await this.reply(Buffer.concat(chunks));
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
    });
    this.server = server;
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`;
  }

  async dispose(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
