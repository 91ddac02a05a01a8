import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '#test/servers/installed.js';
import type { KubernetesObject } from './kubernetes-objects.js';

const run = promisify(execFile);

/** The oldest release that the chart supports, and the newest that there are schemas of. */
export const kubernetesReleases = ['1.30', '1.37'];

/**
 * Checks objects of Kubernetes itself against the schemas of one release, and for fields that it does not know. Returns
 * a line for each that passed. Rejects with what is wrong.
 */
export const validateObjects = async (objects: readonly KubernetesObject[], release: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-objects-'));
  const file = join(folder, 'objects.yaml');
  try {
    await writeFile(file, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
    const validation = run('/usr/bin/python3', ['-m', 'kubernetes_validate', '--strict', '-k', release, file], {
      env: { PYTHONPATH: join(inProject('kubernetes-schemas-1.37'), 'python'), PYTHONDONTWRITEBYTECODE: '1' },
      maxBuffer: 16 * 1024 * 1024,
    });
    const { stdout } = await validation.catch((error: { stdout?: string }) => {
      throw new Error(error.stdout || String(error));
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
};
