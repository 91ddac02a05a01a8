import { Rejection } from '#libs/domain/errors/rejection.js';
import { type EdgeScene, edgeScene } from '#test/fakes/edge.fixture.js';

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
export class CalledEdge {
  private constructor(
    private scene: EdgeScene,
    public key: string,
  ) {}

  static async open(options?: Parameters<typeof edgeScene>[0]): Promise<CalledEdge> {
    const scene = sceneWithRoutes(options);
    return new CalledEdge(scene, await scene.keyWith());
  }

  /** Restarts the edge with other options and another key. */
  async reopen(options: Parameters<typeof edgeScene>[0]): Promise<void> {
    await this.close();
    this.scene = sceneWithRoutes(options);
    this.key = await this.scene.keyWith();
  }

  send({ method = 'POST', url, key = this.key, headers = {}, payload }: Call) {
    return this.scene.instance.inject({
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

  get eventStore(): EdgeScene['eventStore'] {
    return this.scene.eventStore;
  }

  get log(): readonly string[] {
    return this.scene.log;
  }

  get instance(): EdgeScene['instance'] {
    return this.scene.instance;
  }

  readonly keyWith: EdgeScene['keyWith'] = (changes) => this.scene.keyWith(changes);

  readonly route: EdgeScene['route'] = (...route) => this.scene.route(...route);

  readonly failLookUps: EdgeScene['failLookUps'] = (error) => this.scene.failLookUps(error);

  close(): Promise<void> {
    return this.scene.close();
  }
}

const sceneWithRoutes = (options?: Parameters<typeof edgeScene>[0]): EdgeScene => {
  const scene = edgeScene(options);
  scene.route('POST', '/v1/echo', translating, async ({ body }) => ({ received: body ?? null }));
  scene.route('GET', '/v1/languages', { scope: 'languages' }, async () => ({ languages: [] }));
  scene.route('GET', '/v1/things/:id', { scope: 'documents:read' }, async () => ({}));
  scene.route('DELETE', '/v1/things/:id', { ...translating, scope: 'documents:write' }, async () => {
    throw new Rejection('document_not_found');
  });
  scene.route('GET', '/health/live', undefined, async () => ({ status: 'ok' }));
  scene.route('GET', '/v1/broken', translating, async () => {
    throw new TypeError('cannot read "a secret text" of undefined');
  });
  return scene;
};
