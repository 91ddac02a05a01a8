import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '#libs/platform/process/free-port.js';
import { firstKeyIn } from '#test/e2e/running-service.js';

const programs = {
  standalone: join(import.meta.dirname, '../../apps/standalone/main.js'),
  cluster: join(import.meta.dirname, '../cluster/main.js'),
};

/** How the product runs: by itself, or with every engine a server of its own and two nodes of each role. */
export type ProductForm = keyof typeof programs;
const sourceMaps = join(import.meta.dirname, '../../../scripts/own-source-maps.mjs');

export interface Product {
  url: string;
  pid: number;
  /** The key that the first start on the data folder wrote there. */
  apiKey: string;
  /** Milliseconds from the start of its process until it said that it was ready. */
  startMs: number;
  stop(): Promise<void>;
}

/** Starts the built product, its settings those given and nothing of this shell. */
export const startProduct = async (
  dataDir: string,
  settings: Record<string, string> = {},
  form: ProductForm = 'standalone',
): Promise<Product> => {
  const port = await freePort();
  const foreign = ([name]: [string, unknown]) => /^(TRANSLEDGER_.*|HOST|.*_URL)$/.test(name);
  const shell = Object.fromEntries(Object.entries(process.env).filter((entry) => !foreign(entry)));
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', sourceMaps, programs[form]], {
    env: { ...shell, TRANSLEDGER_DATA_DIR: dataDir, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const startMs = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('Try it:')) resolve(performance.now() - began);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The product ended: ${output}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  // It heeds signals from a moment after that message on: stopped in between, it would leave its database behind.
  const { ok } = await fetch(`${url}/health/ready`);
  if (!ok) throw new Error('The product says that it is ready and is not');
  return {
    url,
    pid: child.pid ?? 0,
    apiKey: firstKeyIn(dataDir),
    startMs,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
