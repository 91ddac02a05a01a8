import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';

export interface Person {
  email: string;
  email_verified: boolean;
}

interface Client {
  id: string;
  secret: string;
  redirectUri: string;
}

/** A real provider of identities on this machine, whose people sign in with whatever password. */
export class IdentityProvider {
  /** By their subjects. */
  readonly people = new Map<string, Person>();
  private server: Server | undefined;
  private readonly provider: Provider;

  constructor(
    private readonly port: number,
    clients: readonly Client[],
  ) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.provider = new Provider(this.issuer, {
      clients: clients.map(({ id, secret, redirectUri }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
      })),
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 3_600, IdToken: 600, Interaction: 600, Session: 3_600 },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig' }] },
      findAccount: async (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
    });
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  start(): Promise<void> {
    const server = createServer(this.provider.callback());
    this.server = server;
    return new Promise((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }
}

/** A browser as far as a sign-in needs one: it keeps the cookies of each origin, and goes where it is led. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  cookies(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  /** One request; no redirection is followed. */
  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const jar = this.cookies(new URL(url).origin);
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /**
   * Signs in at the provider from the page that the service has led to, and returns the URL that it leads back to.
   * `undefined` refuses instead.
   */
  async passProvider(url: string, backTo: string, login: string | undefined): Promise<string> {
    for (let at = url, answer = await this.open(at); ; ) {
      const location = answer.headers.get('location');
      const page = await answer.text();
      if (location !== null) {
        at = new URL(location, at).href;
        if (at.startsWith(backTo)) return at;
        answer = await this.open(at);
      } else if (login === undefined) {
        answer = await this.open(`${at}/abort`);
      } else {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
        if (prompt === undefined) throw new Error(`The provider answered ${answer.status}: ${page}`);
        answer = await this.open(at, { prompt, login, password: 'whatever' });
      }
    }
  }
}
