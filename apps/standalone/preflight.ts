import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { clusterDirectory } from '#libs/platform/postgres/embedded/cluster.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import { StartFailure } from './start-failure.js';

const codeOf = (error: unknown): string => errorCodeOf(error) ?? 'unknown error';

/** @throws StartFailure when the folder is not writable, or a restore into it was broken off */
export const assertWritable = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'restoring'))) {
    throw new StartFailure(`A restore into ${folder} was broken off. Remove what it left there, and restore again.`);
  }
  const probe = join(folder, `.write-${randomBytes(4).toString('hex')}`);
  try {
    await makeFolder(folder, 0o711);
    await access(folder, constants.W_OK);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartFailure(`The data folder ${folder} cannot be written (${codeOf(error)}). Set TRANSLEDGER_DATA_DIR.`);
  }
};

/** The folder in which the engines of a cluster on one machine keep their data. */
export const clusterFolder = 'cluster';

/**
 * The event log of a cluster is in its event store: another log would not be that of the tables here.
 * @throws StartFailure for the data folder of a cluster
 */
export const assertNoCluster = async (dataDir: string): Promise<void> => {
  if (!existsSync(join(dataDir, clusterFolder))) return;
  throw new StartFailure(
    `The data folder ${dataDir} is that of a cluster, whose event log is elsewhere. Set TRANSLEDGER_DATA_DIR to another folder, or run npm run cluster.`,
  );
};

/** @throws StartFailure for the data folder of a service that is no cluster, whose event log a cluster would not see */
export const claimForCluster = async (dataDir: string): Promise<void> => {
  if (existsSync(clusterDirectory(join(dataDir, 'postgres'))) && !existsSync(join(dataDir, clusterFolder))) {
    throw new StartFailure(
      `The data folder ${dataDir} is that of npm start, whose event log a cluster would not see. Set TRANSLEDGER_DATA_DIR to another folder.`,
    );
  }
  await makeFolder(join(dataDir, clusterFolder), 0o711);
};

/** @throws StartFailure when the address cannot be listened on, naming the settings that choose it */
export const assertPortFree = (host: string, port: number, settings = 'PORT or HOST'): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = codeOf(error);
      const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
      reject(new StartFailure(`${host}:${port} ${problem}. Set ${settings}.`));
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
