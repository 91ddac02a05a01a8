import type { TritonClient } from '@transledger/triton-client';
import type { HostState } from '@transledger/triton-client/client-options';
import { TritonError } from '@transledger/triton-client/triton-error';
import { expect, it } from 'vitest';
import { ModelDiscovery } from './model-discovery.js';

/** A server without models, of the version. */
const serverOf = (version: string) => {
  const asked = { version: 0, models: 0 };
  const client = {
    serverMetadata: async () => {
      asked.version += 1;
      return { name: 'triton', version, extensions: [] };
    },
    repositoryIndex: async () => {
      asked.models += 1;
      return [];
    },
  } as unknown as TritonClient;
  const options = { urls: ['grpc://gpu:8001'], refreshMs: 60_000, timeoutMs: 1_000, onFault: () => undefined };
  return { asked, discovery: new ModelDiscovery(client, options) };
};

it.each(['2.31.0', '1.13.0'])(
  'a server that is too old is named in one line, with its version: %s',
  async (version) => {
    const { discovery } = serverOf(version);
    await discovery.first;
    expect(discovery.reason).toBe(
      `No Triton server answers (grpc://gpu:8001: Triton ${version} is too old, 2.32 is the oldest). Start one, or correct TRITON_URLS.`,
    );
    discovery.close();
  },
);

it.each(['2.32.0', '2.51.0', '3.0.0', 'another server'])(
  'a server that is new enough is asked for its models, and not again for its version: %s',
  async (version) => {
    const { discovery, asked } = serverOf(version);
    await discovery.first;
    await discovery.refresh();
    expect(discovery.reason).toMatch(/no ready model/);
    expect(asked).toEqual({ version: 1, models: 2 });
    discovery.close();
  },
);

const url = 'grpc://one:8001';
const tensor = (name: string, type: string) => ({ name, data_type: type, dims: ['1'] });

const config = {
  name: 'apertium',
  max_batch_size: 64,
  input: [tensor('TEXT', 'TYPE_STRING'), tensor('MODE', 'TYPE_STRING')],
  output: [tensor('OUTPUT', 'TYPE_STRING'), tensor('FAILED', 'TYPE_BOOL')],
  parameters: {
    transledger: { string_value: 'apertium-pipeline/1' },
    transledger_modes: { string_value: 'eng-spa' },
  },
};

/** A server that answers looks, or lets them time out. */
const server = () => {
  const now: { isSlow: boolean; state: HostState } = { isSlow: false, state: 'up' };
  const client = {
    hosts: () => [{ url, state: now.state, outstanding: 0, unreadyModels: [], lastError: undefined }],
    serverMetadata: async () => ({ name: 'triton', version: '2.51.0', extensions: [] }),
    repositoryIndex: async () => {
      if (now.isSlow) throw new TritonError('deadline-exceeded', 'deadline exceeded');
      return [{ name: 'apertium' }];
    },
    modelConfig: async () => config,
  } as unknown as TritonClient;
  return { now, client };
};

it('a server that is too busy to say what it has keeps its models while it is reached, and loses them when it is not', async () => {
  const { now, client } = server();
  const discovery = new ModelDiscovery(client, {
    urls: [url],
    refreshMs: 3_600_000,
    timeoutMs: 10,
    onFault: (error) => {
      throw error;
    },
  });
  await discovery.first;
  expect(discovery.catalogue.pairs).toHaveLength(1);
  now.isSlow = true;
  for (let look = 0; look < 10; look += 1) await discovery.refresh();
  expect(discovery.catalogue.pairs).toHaveLength(1);
  now.state = 'ejected';
  await discovery.refresh();
  expect(discovery.catalogue.pairs).toEqual([]);
  now.isSlow = false;
  now.state = 'up';
  await discovery.refresh();
  expect(discovery.catalogue.pairs).toHaveLength(1);
  discovery.close();
});
