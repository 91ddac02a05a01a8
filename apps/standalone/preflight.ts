import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { StartFailure } from './start-failure.js';

const codeOf = (error: unknown): string => errorCodeOf(error) ?? 'unknown error';

/** @throws StartFailure when the folder is not writable */
export const assertWritable = async (folder: string): Promise<void> => {
  const probe = join(folder, `.write-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await access(folder, constants.W_OK);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartFailure(`The data folder ${folder} cannot be written (${codeOf(error)}). Set TRANSLEDGER_DATA_DIR.`);
  }
};

/** @throws StartFailure when the address cannot be listened on */
export const assertPortFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = codeOf(error);
      const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
      reject(new StartFailure(`${host}:${port} ${problem}. Set PORT or HOST.`));
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
