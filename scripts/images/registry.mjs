// The digest of a tag, asked of its registry by the distribution API of OCI.

import { createHash } from 'node:crypto';

const indexTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
const timeoutMs = 30_000;
const maxBytes = 4 * 1_024 * 1_024;

/** Registry and repository of a name as Docker reads it: `redis` is `library/redis` of Docker Hub. */
export const placeOf = (name) => {
  const [first, ...rest] = name.split('/');
  if (rest.length > 0 && (/[.:]/.test(first) || first === 'localhost'))
    return { host: first, repository: rest.join('/') };
  return { host: 'registry-1.docker.io', repository: rest.length === 0 ? `library/${name}` : name };
};

const isLoopback = ({ hostname }) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** An address that may be asked: https, or http of this machine alone. */
const allowed = (address) => {
  const url = new URL(address);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  throw new Error(`${url.protocol}//${url.host} is not asked: only https is`);
};

const bodyOf = async (response) => {
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const ask = (url, headers) => fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });

/** The challenge of a registry, `Bearer realm="…",service="…",scope="…"`, answered with a token for whoever asks. */
const tokenFor = async (challenge) => {
  const fields = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  if (!/^bearer /i.test(challenge) || fields.realm === undefined)
    throw new Error(`it asks for "${challenge.split(' ')[0]}"`);
  const url = allowed(fields.realm);
  for (const key of ['service', 'scope']) if (fields[key] !== undefined) url.searchParams.set(key, fields[key]);
  const response = await ask(url, {});
  if (!response.ok) throw new Error(`its tokens are answered with ${response.status}`);
  const { token, access_token: accessToken } = JSON.parse((await bodyOf(response)).toString());
  if (typeof (token ?? accessToken) !== 'string') throw new Error('it gave no token');
  return token ?? accessToken;
};

/**
 * The digest of what a tag names now: of the index where there are several platforms. It is counted from the bytes that came; a registry
 * that says another is not believed.
 * @throws Error with what the registry did
 */
export const digestOf = async ({ name, tag }, { registry } = {}) => {
  const { host, repository } = placeOf(name);
  const url = allowed(`${registry ?? `https://${host}`}/v2/${repository}/manifests/${tag}`);
  const headers = { accept: indexTypes.join(', ') };
  let response = await ask(url, headers);
  if (response.status === 401) {
    await bodyOf(response);
    const token = await tokenFor(response.headers.get('www-authenticate') ?? '');
    response = await ask(url, { ...headers, authorization: `Bearer ${token}` });
  }
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const body = await bodyOf(response);
  const { schemaVersion } = JSON.parse(body.toString());
  if (schemaVersion !== 2) throw new Error('it answered with something that is no manifest');
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const said = response.headers.get('docker-content-digest');
  if (said !== null && said !== digest) throw new Error(`it says ${said} of bytes whose digest is ${digest}`);
  return digest;
};
