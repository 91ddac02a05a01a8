import { expect, it } from 'vitest';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { freePort } from '#libs/platform/process/free-port.js';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { NODE_DIRECTORY } from '#libs/ports/tokens.js';
import { createApi } from '../start-api.js';
import { NodeLinks } from './forwarding/node-links.js';

const nodeIn = async (fixture: ProcessFixture) => {
  const api = await createApi(fixture.options);
  await api.init();
  return { api, links: api.get<NodeLinks | undefined>(NodeLinks), directory: api.get<NodeDirectory>(NODE_DIRECTORY) };
};

it('a node with a port for others is announced to them while it runs', async () => {
  const port = await freePort();
  const fixture = await processFixture('api', { HOST: '127.0.0.1', TRANSLEDGER_NODE_PORT: String(port) });
  const { api, links, directory } = await nodeIn(fixture);
  const nodeId = links?.nodeId ?? '';
  expect(await directory.addressOf(nodeId)).toBe(`127.0.0.1:${port}`);
  const socket = await links?.open(nodeId);
  expect(socket?.getCipher().name).toBe('ECDHE-PSK-CHACHA20-POLY1305');
  socket?.destroy();
  await api.close();
  await fixture.close();
  expect(fixture.log).toEqual([]);
});
