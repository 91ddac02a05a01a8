import { inferenceChoice, type Settings } from '#libs/platform/config/settings.js';

const apertiumModel = /^apertium-([a-z0-9_-]+)$/i;

/**
 * Tells the licence of a model's data, as what is installed on this machine states it; null where nothing does. A server
 * of models says nothing of licences.
 */
export const openModelLicences = async (settings: Settings): Promise<(model: string) => Promise<string | null>> => {
  if (inferenceChoice(settings) !== 'apertium') return async () => null;
  const { debianModesDir } = await import('#libs/ports/inference/apertium/apertium-engine.js');
  const { licenceOfMode } = await import('#libs/ports/inference/apertium/processes/installed-licences.js');
  return async (model) => {
    const [, mode] = apertiumModel.exec(model) ?? [];
    return mode === undefined ? null : licenceOfMode(mode, { modesDir: debianModesDir, docDir: '/usr/share/doc' });
  };
};
