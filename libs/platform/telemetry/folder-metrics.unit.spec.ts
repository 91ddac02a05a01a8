import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureFolder } from './folder-metrics.js';

const measured = async (folder: string) => {
  const registry = new Registry();
  measureFolder(registry, folder);
  const [free] = (await registry.getSingleMetric('transledger_data_folder_free_bytes')?.get())?.values ?? [];
  const [size] = (await registry.getSingleMetric('transledger_data_folder_size_bytes')?.get())?.values ?? [];
  return { free: free?.value, size: size?.value };
};

it('the folder metrics show how much room there is, in bytes', async () => {
  const { free = 0, size = 0 } = await measured(tmpdir());
  expect(free).toBeGreaterThan(1_000_000);
  expect(size).toBeGreaterThan(free);
});

it('the folder metrics have no value for a missing folder, rather than that it is full', async () =>
  expect(await measured(join(tmpdir(), 'no-such-folder'))).toEqual({ free: undefined, size: undefined }));
