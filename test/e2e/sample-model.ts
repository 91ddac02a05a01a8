import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedModel, writeSource } from '#libs/models/models.fixture.js';
import { runCommandLine } from './command-line.js';
import type { RunningService } from './running-service.js';

/** A line of the sample that its model translates as people did, with a word that may be bold. */
export const line = 'Save all changes and close dialog.';
export const translatedLine = 'Alle Änderungen speichern und Dialog schließen.';
export const translatedBold = 'Alle <1>Änderungen</1> speichern und Dialog schließen.';

const aligned = () => packedModel(undefined, 'aligned/model.bin');

/** Installs the model from English to German beside the service, and returns its hash. */
export const addSampleModel = async (service: RunningService): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-mirror-'));
  try {
    await writeSource(folder, await aligned());
    const settings = { ...service.commandLineSettings, TRANSLEDGER_DISK_RESERVE: '0' };
    const { models } = await runCommandLine<{ models: { model_sha256: string }[] }>(
      settings,
      ...['models', 'add', 'en-de', '--from', folder, '--yes'],
    );
    return models[0]?.model_sha256 ?? '';
  } finally {
    await rm(folder, { recursive: true });
  }
};
