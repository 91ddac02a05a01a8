import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { packedModel, serveSource } from '#libs/models/models.fixture.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { inferenceAddresses } from '#libs/ports/inference/marian/inference-address.js';
import { InferenceClient } from '#libs/ports/inference/marian/inference-client.js';
import { startInference } from './start-inference.js';

it('installs the models that its settings name, and has them without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-inference-'));
  const source = await serveSource(await packedModel());
  const settings = readSettings({
    TRANSLEDGER_DATA_DIR: folder,
    TRANSLEDGER_DISK_RESERVE: '0',
    TRANSLEDGER_MODELS: 'en-de',
    TRANSLEDGER_MODELS_MIRROR: source.url,
  });
  const running = await startInference(settings, createLogger('inference', 'silent'));
  const client = new InferenceClient(inferenceAddresses(settings));
  try {
    await vi.waitFor(async () => expect(await client.list()).toMatchObject([{ id: 'marian-en-de-tiny' }]), 30_000);
  } finally {
    await client.close();
    await running.stop();
    await source.close();
    await rm(folder, { recursive: true });
  }
});
