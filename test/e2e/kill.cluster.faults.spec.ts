import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AcknowledgedLoad } from './acknowledged-load.js';
import { commandLine } from './command-line.js';
import { itLostNothing } from './nothing-lost.js';
import type { RunningService } from './running-service.js';
import { seededRandom } from './seeded-random.js';
import { sharedService, withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

const rounds = Number(process.env.KILL_ROUNDS ?? 4);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const maxDelayMs = 1_000;

describe(`kill -9 of every process, ${rounds} times under load (seed ${seed})`, () => {
  let service: RunningService;
  let receiver: WebhookReceiver;
  let load: AcknowledgedLoad;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await sharedService(withLoad);
    load = new AcknowledgedLoad(service, receiver.url);
    const random = seededRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      await load.start(4);
      await sleep(random() * maxDelayMs);
      await service.killEverything();
      await load.stop();
      await service.restart();
    }
  }, 600_000);

  afterAll(() => receiver.stop());

  it('every round has acknowledged some of everything, or the test says nothing', () => {
    const { actions, documents } = load.acknowledged;
    expect(documents.length).toBeGreaterThanOrEqual(rounds);
    for (const action of ['translate', 'api_key_create']) {
      expect(actions.filter((noted) => noted.action === action).length).toBeGreaterThanOrEqual(rounds);
    }
  });

  itLostNothing(() => ({
    load,
    client: service,
    receiver,
    commandLine: (...args) => commandLine(service, ...args),
  }));
});
