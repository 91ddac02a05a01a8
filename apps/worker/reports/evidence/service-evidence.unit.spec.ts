import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import type { EngineModel } from '#libs/ports/inference/inference.port.js';
import { serviceEvidence } from './service-evidence.js';

const engine = {
  pairs: async () => [
    { source: 'en', target: 'es' },
    { source: 'en', target: 'ca', route: ['en', 'es', 'ca'] },
  ],
  models: async () => [{ id: 'model-en-es', engine: 'rules', licence: 'GPL-3+' } as EngineModel],
  modelName: ({ source, target }: { source: string; target: string }) => `model-${source}-${target}`,
};

const secrets = {
  TRANSLEDGER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: 'postgresql://user:hidden@db.example.com/app',
  REDIS_URL: 'redis://:hidden@redis.example.com',
  TRANSLEDGER_KAFKA_USERNAME: 'hidden',
  TRANSLEDGER_KAFKA_PASSWORD: 'hidden',
  TRANSLEDGER_KAFKA_SASL_MECHANISM: 'plain',
  TRANSLEDGER_INFERENCE: 'echo',
};

it('pairs are those of the engine, with their models, and a licence or none for each direct one', async () => {
  const { inference } = await serviceEvidence(readSettings({ TRANSLEDGER_INFERENCE: 'echo' }), engine, 'pro');
  expect(inference).toEqual({
    engine: 'rules',
    pairs: [
      { source: 'en', target: 'es', model: 'model-en-es', licence: 'GPL-3+' },
      { source: 'en', target: 'ca', model: 'model-en-ca', route: ['en', 'es', 'ca'] },
    ],
  });
});

it('no secret and no address of a server is shown', async () => {
  const shown = JSON.stringify(await serviceEvidence(readSettings(secrets), engine, 'pro'));
  for (const hidden of ['hidden', 'example.com', secrets.TRANSLEDGER_MASTER_KEY]) expect(shown).not.toContain(hidden);
});

it("limits are those of the organization's own tier", async () => {
  const { settings } = await serviceEvidence(readSettings({ TRANSLEDGER_INFERENCE: 'echo' }), engine, 'entry');
  const tiers = Object.keys(settings).filter((name) => name.startsWith('TRANSLEDGER_TIER_'));
  expect(tiers).toHaveLength(5);
  for (const name of tiers) expect(name).toMatch(/^TRANSLEDGER_TIER_ENTRY_/);
});

it.each([
  [{}, { region: null, locations: [] }],
  [
    { TRANSLEDGER_DATA_REGION: 'eu-north', TRANSLEDGER_DATA_LOCATIONS: 'Helsinki' },
    { region: 'eu-north', locations: ['Helsinki'] },
  ],
])('with %o the places of the data are %o', async (given, expected) => {
  const settings = readSettings({ TRANSLEDGER_INFERENCE: 'echo', ...given });
  expect((await serviceEvidence(settings, engine, 'pro')).dataResidency).toEqual(expected);
});
