import { Rejection } from '#libs/domain/errors/rejection.js';
import { type EdgeFixture, edgeFixture } from '#test/fakes/edge.fixture.js';
import { largeBodyBytes } from './request-context.js';

const translating = { scope: 'translate', act: { action: 'translate', resource: 'text' } } as const;

export const json = { 'content-type': 'application/json' };

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** The key of the request: by default the one that may do everything; null for none. */
  key?: string | null;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

/** An edge with a route of each kind, and one key that may do everything. */
export class EdgeClient {
  private constructor(
    private fixture: EdgeFixture,
    public key: string,
  ) {}

  static async open(options?: Parameters<typeof edgeFixture>[0]): Promise<EdgeClient> {
    const fixture = fixtureWithRoutes(options);
    return new EdgeClient(fixture, await fixture.keyWith());
  }

  /** Restarts the edge with other options and another key. */
  async reopen(options: Parameters<typeof edgeFixture>[0]): Promise<void> {
    await this.close();
    this.fixture = fixtureWithRoutes(options);
    this.key = await this.fixture.keyWith();
  }

  send({ method = 'POST', url, key = this.key, headers = {}, payload }: Call) {
    return this.fixture.instance.inject({
      method,
      url,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  echo(payload: string | Buffer, headers: Record<string, string> = json) {
    return this.send({ url: '/v1/echo', headers, payload });
  }

  refusals() {
    return this.eventStore.events.filter(({ type }) => type === 'RequestRefused');
  }

  get eventStore(): EdgeFixture['eventStore'] {
    return this.fixture.eventStore;
  }

  get idempotency(): EdgeFixture['idempotency'] {
    return this.fixture.idempotency;
  }

  get recorder(): EdgeFixture['recorder'] {
    return this.fixture.recorder;
  }

  get receipts(): EdgeFixture['receipts'] {
    return this.fixture.receipts;
  }

  get log(): readonly string[] {
    return this.fixture.log;
  }

  get instance(): EdgeFixture['instance'] {
    return this.fixture.instance;
  }

  readonly keyWith: EdgeFixture['keyWith'] = (changes) => this.fixture.keyWith(changes);

  readonly route: EdgeFixture['route'] = (...route) => this.fixture.route(...route);

  readonly changeKey: EdgeFixture['changeKey'] = (...change) => this.fixture.changeKey(...change);

  readonly failLookUps: EdgeFixture['failLookUps'] = (error) => this.fixture.failLookUps(error);

  close(): Promise<void> {
    return this.fixture.close();
  }
}

const fixtureWithRoutes = (options?: Parameters<typeof edgeFixture>[0]): EdgeFixture => {
  const fixture = edgeFixture(options);
  fixture.route('POST', '/v1/echo', translating, async ({ body }) => ({ received: body ?? null }));
  fixture.route('POST', '/v1/many', { ...translating, maxBodyBytes: largeBodyBytes }, async () => ({}));
  fixture.route('GET', '/v1/languages', { scope: 'languages' }, async () => ({ languages: [] }));
  fixture.route('GET', '/v1/things/:id', { scope: 'documents:read', takesQuery: true }, async () => ({}));
  fixture.route('DELETE', '/v1/things/:id', { ...translating, scope: 'documents:write' }, async () => {
    throw new Rejection('document_not_found');
  });
  fixture.route('GET', '/health/live', undefined, async () => ({ status: 'ok' }));
  fixture.route('GET', '/v1/told-of', translating, async () => {
    throw new Rejection('service_unavailable', { isLogged: true });
  });
  fixture.route('GET', '/v1/broken', translating, async () => {
    throw new TypeError('cannot read "a secret text" of undefined');
  });
  return fixture;
};
