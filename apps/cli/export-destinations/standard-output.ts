import { once } from 'node:events';
import type { ExportDestination } from './export-destination.js';

/** Standard output has no name, and nothing beside it. */
export const standardOutput: ExportDestination = {
  open: async () => ({
    append: async (bytes) => {
      if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
    },
    finish: async () => undefined,
    discard: async () => undefined,
  }),
  readPlaces: async () => undefined,
  writePlaces: async () => undefined,
  close: () => undefined,
};
