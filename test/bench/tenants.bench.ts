import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Service, withService } from '#apps/cli/service.js';
import { CreateApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import { operatorCommands } from '#libs/application/operator-commands.js';
import { operatorMetadata, operatorUserId } from '#libs/application/operator-metadata.js';
import { CreateOrganization } from '#libs/application/organizations/create-organization.handler.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { severalAtOnce } from '#test/fidelity/several-at-once.js';
import { keepReport, machineLines } from './machine.js';
import { cpuSeconds, memoryByName } from './process-figures.js';
import { type Product, startProduct } from './product.js';
import { quantile } from './quantile.js';
import { SteadyCaller } from './steady-caller.js';

// What do many organizations cost, of which each has a few keys: the start, the memory, and the time of a translation?

const many = Number(process.env.ORGANIZATIONS ?? 10_000);
const few = 10;
const keysOfEach = 5;
const rounds = Number(process.env.ROUNDS ?? 5);
const secondsOfRound = Number(process.env.SECONDS ?? 20);
const everyMs = 10;
const makersAtOnce = 64;
const callersAtOnce = 8;

const translation = JSON.stringify({ text: 'The house is big.', source: 'en', target: 'es' });
const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_LOG_LEVEL: 'fatal',
};

const ignoreProgress = (): void => undefined;

/** Makes organizations of the highest tier by the commands that an operator sends, and returns their keys. */
const makeOrganizations = async (service: Service, organizations: number): Promise<string[]> => {
  const { subjectKeys } = service;
  const commands = operatorCommands(service);
  const rights = { scopes: ['translate'], grantor: operatorGrantor, ipAllowlist: [], expiresAt: null } as const;
  const numbers = Array.from({ length: organizations }, (_, number) => number);
  const makeOne = async (number: number): Promise<string[]> => {
    const id = newId('org');
    const metadata = () => operatorMetadata(subjectKeys, id, 'bench');
    const organization = { name: `Organization ${number}`, tier: 'max' } as const;
    const keys = [(await commands.execute(new CreateOrganization(organization, await metadata()))).key];
    const owner = { subject: await subjectKeys.subjectFor(id, operatorUserId), userId: operatorUserId };
    while (keys.length < keysOfEach) {
      const made = { name: `key ${keys.length}`, ...rights, owner };
      keys.push((await commands.execute(new CreateApiKey(made, await metadata()))).key);
    }
    return keys;
  };
  return (await severalAtOnce(numbers, makersAtOnce, makeOne, ignoreProgress)).flat();
};

/** Asks with each key once, and returns the milliseconds of each answer. */
const askWithEach = async ({ url }: Product, keys: readonly string[]): Promise<number[]> => {
  const pool = new Pool(url, { connections: callersAtOnce, pipelining: 1 });
  const ask = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const began = performance.now();
    const answer = await pool.request({ method: 'POST', path: '/v1/translate', headers, body: translation });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`A key was answered with ${answer.statusCode}`);
    return performance.now() - began;
  };
  const took = await severalAtOnce(keys, callersAtOnce, ask, ignoreProgress);
  await pool.close();
  return took;
};

interface Measured {
  organizations: number;
  keys: string[];
  product: Product;
  startMs: number;
  startCpu: number;
  first: number[];
  took: number[];
}

const sum = (figures: Map<string, number>): number =>
  [...figures.values()].reduce((total, figure) => total + figure, 0);

const prepare = async (organizations: number): Promise<Measured & { dataDir: string }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
  const before = await startProduct(dataDir, settings);
  Object.assign(process.env, { TRANSLEDGER_DATA_DIR: dataDir });
  const began = performance.now();
  const keys = await withService(async (service) => {
    const made = await makeOrganizations(service, organizations);
    console.log(`${organizations} organizations made in ${Math.round((performance.now() - began) / 1_000)} s`);
    while (!(await passed(service))) await sleep(500);
    return made;
  }, 16);
  await before.stop();
  const product = await startProduct(dataDir, settings);
  const startCpu = sum(cpuSeconds(product.pid));
  return { organizations, keys, product, startMs: product.startMs, startCpu, first: [], took: [], dataDir };
};

const passed = async ({ pool, eventStore }: Service): Promise<boolean> => {
  const head = await eventStore.head();
  const { rows } = await pool.query<{ behind: boolean }>(
    `select bool_or(position < $1) as behind from projection.checkpoint where name in ('api-keys', 'audit-log')`,
    [head],
  );
  return rows[0]?.behind === false;
};

const measured = [await prepare(few), await prepare(many)];
const caller = new SteadyCaller();
try {
  for (const each of measured)
    each.first = await askWithEach(
      each.product,
      each.keys.filter((_, at) => at % keysOfEach === 0),
    );
  for (let round = 0; round < rounds; round += 1) {
    for (const { product, keys, took } of measured) {
      const headers = { 'content-type': 'application/json' };
      const asked = { url: product.url, path: '/v1/translate', headers, keys, body: translation };
      took.push(...(await caller.call({ ...asked, everyMs, seconds: secondsOfRound })));
    }
  }
  const memoryOf = ({ product }: Measured) => {
    const byName = memoryByName(product.pid);
    const mebibytes = (name: string) => Math.round((byName.get(name)?.pss ?? 0) / 2 ** 20);
    return `${mebibytes('api')} | ${mebibytes('projector')} | ${mebibytes('worker')}`;
  };
  const row = (each: Measured) => {
    const { organizations, keys, startMs, startCpu, first, took } = each;
    const times = (values: readonly number[]) =>
      [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(1)).join(' | ');
    return `| ${organizations} | ${keys.length} | ${(startMs / 1_000).toFixed(1)} | ${startCpu.toFixed(1)} | ${memoryOf(each)} | ${quantile(first, 0.5).toFixed(1)} | ${times(took)} |`;
  };
  const [base, full] = measured.map(({ took }) => took);
  const ratio = (share: number) => (quantile(full ?? [], share) / quantile(base ?? [], share)).toFixed(2);
  await keepReport(
    'tenants',
    `# Organizations

${machineLines()}
Echo engine; organizations and keys made by an operator's commands, then the service started again. A translation every
${everyMs} ms with any of the keys, ${rounds} rounds of ${secondsOfRound} s by turns, both services running; before that one with a key of each organization,
${callersAtOnce} at a time. Memory is PSS, in MiB, at the end. \`npm run bench tenants\` measures again.

| organizations | keys | second start: s | its processor s | api | projector | worker | first of each: p50 ms | p50 ms | p95 ms | p99 ms |
|---|---|---|---|---|---|---|---|---|---|---|
${measured.map(row).join('\n')}

Many to few: p50 ${ratio(0.5)} ×, p95 ${ratio(0.95)} ×, p99 ${ratio(0.99)} ×.
`,
  );
} finally {
  await caller.stop();
  for (const { product, dataDir } of measured) {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
