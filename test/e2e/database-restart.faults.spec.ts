import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '#test/fault/cluster/engine.js';
import { type RunningPostgres, startPostgres } from '#test/servers/postgres.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { PersistentCallers, requestsInLog } from './persistent-callers.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';
import { seededRandom } from './seeded-random.js';

const rounds = 3;
const patienceMs = 180_000;
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

describe(`PostgreSQL killed ${rounds} times while requests are repeated under their Idempotency-Keys (seed ${seed})`, () => {
  let dataDir: string;
  let database: Engine<RunningPostgres>;
  let nodes: RoleNode[] = [];
  let callers: PersistentCallers;

  beforeAll(async () => {
    dataDir = await newDataDir();
    database = await Engine.start('database', (port) => startPostgres({ folder: join(dataDir, 'postgres'), port }));
    const settings = {
      DATABASE_URL: database.started.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_LOG_LEVEL: 'error',
    };
    nodes = await Promise.all((['api', 'projector'] as const).map((role) => RoleNode.start(role, settings)));
    await Promise.all(
      nodes.map((node) =>
        eventually(
          () => node.readiness(),
          (report) => report?.status === 'ready',
          patienceMs,
        ),
      ),
    );
    const made = await runCommandLine<{ api_key: string }>(
      settings,
      ...['organization', 'create', '--name', 'Acme', '--tier', 'max'],
    );
    await breakAgainAndAgain(made.api_key);
  }, 900_000);

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.dispose()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const breakAgainAndAgain = async (apiKey: string) => {
    const random = seededRandom(seed);
    callers = new PersistentCallers(nodes[0]?.url ?? '', apiKey);
    for (let round = 0; round < rounds; round += 1) {
      await callers.areTold();
      await sleep(random() * 300);
      await database.kill();
      await database.restart();
    }
    await callers.areTold();
    await callers.end();
  };

  it('some requests had to be repeated, or the test says nothing', () =>
    expect(callers.told.filter(({ tries }) => tries > 1).length).toBeGreaterThan(0));

  it('each key has one translation in the log, that of which its caller was told', async () => {
    const requests = await requestsInLog(database.started.url);
    expect(requests.toSorted()).toEqual(callers.told.map(({ requestId }) => requestId).toSorted());
  });
});
