import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from './asked-once.js';

/** Measures the room on the disk of a folder. Neither metric has a value when the folder is missing. */
export const measureFolder = (registry: Registry, folder: string): void => {
  const ask = askedOnce(() => statfs(folder));
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      labelNames: [],
      registers: [registry],
      aggregator: 'min',
      async collect() {
        this.remove();
        const disk = await ask();
        if (disk !== undefined) this.set(disk[blocks] * disk.bsize);
      },
    });
  gauge('transledger_data_folder_free_bytes', 'Room that is left on the disk of the data folder.', 'bavail');
  gauge('transledger_data_folder_size_bytes', 'Size of the disk of the data folder.', 'blocks');
};
