import { mkdirSync, writeFileSync } from 'node:fs';

/** Writes samples made for the tests into a folder, when `UPDATE_SAMPLES` is set. */
export const writeSamples = (folder: URL, samples: Record<string, Uint8Array>): void => {
  if (process.env.UPDATE_SAMPLES === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(samples)) writeFileSync(new URL(name, folder), bytes);
};
