import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { clusterServers, projectFoldersOf } from './installed.js';

const { serversOfCluster } = createRequire(import.meta.url)('../../scripts/setup/servers.cjs') as {
  serversOfCluster: string[];
};

it.each(clusterServers)('the commands that start a cluster install all that %s needs', (server) => {
  expect(serversOfCluster).toEqual(expect.arrayContaining(projectFoldersOf(server).map((folder) => basename(folder))));
});
