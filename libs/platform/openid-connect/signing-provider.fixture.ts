import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export const newSigningKey = (kid: string): SigningKey => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

/** A provider that says whatever a test lets it say, false things too, with a signature that is right. */
export class SigningProvider {
  readonly asked: string[] = [];
  /** Claims that it states in place of the true ones. */
  claims: Record<string, unknown> = {};
  info: Record<string, unknown> = {};
  metadata: Record<string, unknown> = {};
  /** The answer of the endpoint for tokens, where it is not one. */
  refusal: { status: number; body: string } | undefined;
  key = newSigningKey('first');
  shownKey = this.key;
  nonce = '';
  /** The algorithm that the token names. */
  alg = 'RS256';
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(): Promise<SigningProvider> {
    const provider = new SigningProvider();
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? '').split('?')[0] ?? '';
    this.asked.push(`${request.method} ${path} ${body}`.trim());
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path === '/.well-known/openid-configuration') json(this.discovery());
    else if (path === '/jwks') json({ keys: [this.publicKey()] });
    else if (path === '/userinfo') json(this.info);
    else if (this.refusal === undefined) json({ access_token: 'at', token_type: 'Bearer', id_token: this.token() });
    else response.writeHead(this.refusal.status, { 'content-type': 'application/json' }).end(this.refusal.body);
  }

  private discovery(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.metadata,
    };
  }

  private publicKey(): object {
    const { kid, publicKey } = this.shownKey;
    return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  }

  private token(): string {
    const now = Math.floor(Date.now() / 1_000);
    const { issuer: iss, nonce } = this;
    const claims = { iss, aud: 'our-client', sub: 'ada', iat: now, exp: now + 300, nonce, ...this.claims };
    const signed = `${encoded({ alg: this.alg, kid: this.key.kid })}.${encoded(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), this.key.privateKey).toString('base64url')}`;
  }
}
