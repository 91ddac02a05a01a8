import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const token = 'a-token-for-whoever-asks';
const indexType = 'application/vnd.oci.image.index.v1+json';

export interface RegistryDouble {
  url: string;
  /** The answer to each `repository:tag`; anything else is 404. */
  manifests: Map<string, string>;
  /** Headers or status that are answered instead of what is right. */
  lies: { digest?: string; realm?: string; status?: number };
  /** The requests that came, as `METHOD path`. */
  asked: string[];
  close: () => Promise<void>;
}

export const digestOfText = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A registry of images that speaks the distribution API as Docker Hub does: a token first, then manifests by tag. */
export const startRegistryDouble = async (): Promise<RegistryDouble> => {
  const manifests = new Map<string, string>();
  const lies: RegistryDouble['lies'] = {};
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', double.url);
    asked.push(`${request.method} ${url.pathname}`);
    const [, repository = '', tag = ''] = /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(url.pathname) ?? [];
    const scope = `repository:${repository}:pull`;
    if (url.pathname === '/token') {
      const isRight = url.searchParams.get('service') === 'registry.double' && url.searchParams.has('scope');
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: `${token} ${url.searchParams.get('scope')}`, expires_in: 300 }));
      return;
    }
    if (request.headers.authorization !== `Bearer ${token} ${scope}`) {
      const realm = lies.realm ?? `${double.url}/token`;
      response.writeHead(401, {
        'www-authenticate': `Bearer realm="${realm}",service="registry.double",scope="${scope}"`,
      });
      response.end(JSON.stringify({ errors: [{ code: 'UNAUTHORIZED' }] }));
      return;
    }
    const manifest = manifests.get(`${repository}:${tag}`);
    if (manifest === undefined || !request.headers.accept?.includes(indexType)) {
      response.writeHead(404).end(JSON.stringify({ errors: [{ code: 'MANIFEST_UNKNOWN' }] }));
      return;
    }
    response.writeHead(lies.status ?? 200, {
      'content-type': indexType,
      'docker-content-digest': lies.digest ?? digestOfText(manifest),
    });
    response.end(manifest);
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: RegistryDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    manifests,
    lies,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return double;
};
