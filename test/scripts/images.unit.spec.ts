import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Checkout } from './checkout.js';
import { digestOfText, type RegistryDouble, startRegistryDouble } from './registry-double.js';

let registry: RegistryDouble;
let checkout: Checkout;

const index = (of: string): string => JSON.stringify({ schemaVersion: 2, manifests: [{ digest: digestOfText(of) }] });

const write = (files: Record<string, string>): Promise<void> => checkout.write(files);
const read = (path: string): Promise<string> => checkout.read(path);

const list = (...images: [string, string | null][]): string =>
  JSON.stringify({ images: images.map(([image, digest]) => ({ image, digest })) });

const images = (...args: string[]): ReturnType<Checkout['run']> => checkout.run('images.mjs', ...args);
const pin = (...args: string[]): ReturnType<typeof images> => images('pin', '--registry', registry.url, ...args);

beforeEach(async () => {
  registry = await startRegistryDouble();
  checkout = await Checkout.make();
  await write({
    'infra/dependencies/images.json': list(
      ['redis:7.2.5', null],
      ['example/engine:v1.2.3', null],
      ['node:24.1.0-slim', null],
    ),
    'infra/compose/compose.yaml':
      'services:\n  redis:\n    image: redis:7.2.5\n  engine:\n    image: example/engine:v1.2.3 # once\n',
    'infra/docker/Dockerfile': 'ARG NODE_IMAGE=node:24.1.0-slim\nFROM $NODE_IMAGE AS one\nFROM one AS two\n',
    'docs/security.md': '| `redis:7.2.5` |\n| `example/engine:v1.2.3` |\n| `node:24.1.0-slim` |\n',
    'docs/other.md': 'Run `docker run --rm -v a:/b redis:7.2.5 redis-cli`, or transledger:0.1.0.\n',
  });
});
afterEach(async () => {
  await registry.close();
  await checkout.remove();
});

describe('the check', () => {
  it('references that have exact versions and stand in the list are right', async () =>
    expect(await images('check')).toEqual({ status: 0, output: '' }));

  it.each([
    ['a compose file', { 'infra/more.yaml': 'image: redis:7\n' }, /infra\/more.yaml: the tag of redis:7 is not/],
    ['no tag', { 'infra/more.yaml': '  image: "redis"\n' }, /the tag of redis is not an exact version/],
    ['latest', { 'infra/more.yaml': '- image: example/engine:latest\n' }, /engine:latest is not an exact/],
    ['the port of a registry', { 'infra/more.yaml': 'image: host:5000/engine\n' }, /host:5000\/engine is not an exact/],
    ['a Dockerfile', { 'infra/x/Dockerfile': 'FROM debian:bookworm\n' }, /debian:bookworm is not an exact/],
    [
      'a copy from an image',
      { 'infra/x/Dockerfile': 'COPY --from=golang:1.24 /a /b\n' },
      /golang:1.24 is not an exact/,
    ],
    [
      'a command',
      { 'docs/more.md': 'docker run -d -p 1:1 \\\n  --name x alpine\n' },
      /docs\/more.md: the tag of alpine/,
    ],
    [
      'what the list lacks',
      { 'infra/more.yaml': 'image: redis:7.2.6\n' },
      /redis:7.2.6 is not in infra\/dependencies\/images.json/,
    ],
    [
      'a digest of its own',
      { 'infra/more.yaml': `image: redis:7.2.5@${digestOfText('x')}\n` },
      /is redis:7.2.5 in infra/,
    ],
    ['a page that says other', { 'docs/security.md': '' }, /does not name `redis:7.2.5`/],
    [
      'what nothing uses',
      { 'infra/dependencies/images.json': list(['unused:1.2.3', null]) },
      /nothing uses unused:1.2.3/,
    ],
    ['no digest', { 'infra/dependencies/images.json': list(['redis:7.2.5', 'sha256:abc']) }, /sha256:abc is no digest/],
  ])('%s is a mistake that is named', async (_, files, message) => {
    await write(files);
    expect(await images('check')).toEqual({ status: 1, output: expect.stringMatching(message) });
  });
});

describe('pinning', () => {
  const all = { 'library/redis:7.2.5': 'redis', 'example/engine:v1.2.3': 'engine', 'library/node:24.1.0-slim': 'node' };
  const hold = (known: Partial<typeof all>): void => {
    for (const [name, content] of Object.entries(known)) registry.manifests.set(name, index(content));
  };

  it('the digest of each image is written to the list and to every place, and the check passes then', async () => {
    hold(all);
    expect(await pin()).toMatchObject({ status: 0 });
    const redis = `redis:7.2.5@${digestOfText(index('redis'))}`;
    const engine = `example/engine:v1.2.3@${digestOfText(index('engine'))}`;
    expect(await read('infra/compose/compose.yaml')).toContain(`image: ${redis}\n`);
    expect(await read('infra/compose/compose.yaml')).toContain(`image: ${engine} # once\n`);
    expect(await read('infra/docker/Dockerfile')).toContain(
      `ARG NODE_IMAGE=node:24.1.0-slim@${digestOfText(index('node'))}\n`,
    );
    expect(await read('docs/security.md')).toContain(`\`${redis}\``);
    expect(await read('docs/other.md')).toContain(`${redis} redis-cli`);
    expect(await images('check')).toEqual({ status: 0, output: '' });
  });

  it('what is pinned already is asked again and stays', async () => {
    hold(all);
    await pin();
    const before = await read('infra/dependencies/images.json');
    expect(await pin()).toMatchObject({ status: 0 });
    expect(await read('infra/dependencies/images.json')).toBe(before);
  });

  it('an image that the registry does not have stays without a digest, is named, and the others are pinned', async () => {
    hold({ 'library/redis:7.2.5': 'redis' });
    const { status, output } = await pin();
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('✗ example/engine:v1.2.3: not looked up: it answered 404'),
    ]);
    expect(await read('infra/compose/compose.yaml')).toContain('image: example/engine:v1.2.3 # once\n');
    expect(await images('check')).toEqual({ status: 0, output: '' });
  });

  it('a tag that names another image than when it was pinned keeps its digest until it is renewed', async () => {
    hold(all);
    await pin();
    registry.manifests.set('library/redis:7.2.5', index('another'));
    expect(await pin()).toEqual({ status: 1, output: expect.stringContaining('the tag now names') });
    expect(await read('infra/compose/compose.yaml')).toContain(digestOfText(index('redis')));
    expect(await pin('--renew')).toMatchObject({ status: 0 });
    expect(await read('infra/compose/compose.yaml')).toContain(digestOfText(index('another')));
  });

  it.each([
    ['a digest that is not that of the bytes', { digest: digestOfText('x') }, /of bytes whose digest is/],
    ['a server error', { status: 500 }, /it answered 500/],
    ['tokens by http of another host', { realm: 'http://192.0.2.1/token' }, /only https is/],
  ])('of a registry that answers with %s nothing is written', async (_, lies, message) => {
    hold(all);
    Object.assign(registry.lies, lies);
    const before = await read('infra/compose/compose.yaml');
    expect(await pin()).toEqual({ status: 1, output: expect.stringMatching(message) });
    expect(await read('infra/compose/compose.yaml')).toBe(before);
    expect(JSON.parse(await read('infra/dependencies/images.json')).images[0]).toEqual({
      image: 'redis:7.2.5',
      digest: null,
    });
  });

  it('of what is no manifest nothing is written', async () => {
    registry.manifests.set('library/redis:7.2.5', '{"errors":[]}');
    expect((await pin()).output).toContain(
      '✗ redis:7.2.5: not looked up: it answered with something that is no manifest',
    );
  });
});
