import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import { stringsOf } from './infer-response.js';
import { createTritonClient, type TritonClient } from './triton-client.js';

let triton: ToyTriton;
let client: TritonClient;

beforeAll(async () => {
  triton = await startToyTriton({ modelControl: 'explicit' });
  client = createTritonClient({ urls: [triton.grpcUrl] });
});
afterAll(async () => {
  client?.close();
  await triton?.stop();
});

const upper = async () => {
  const inputs = [{ name: 'TEXT', datatype: 'BYTES', shape: [1, 1], data: ['one'] } as const];
  return stringsOf(await client.infer({ model: 'batching', inputs }), 'UPPER');
};

const stateOf = async (model: string) => (await client.repositoryIndex()).find(({ name }) => name === model)?.state;

const copyConfig = {
  backend: 'python',
  max_batch_size: 64,
  input: [{ name: 'TEXT', data_type: 'TYPE_STRING', dims: [1] }],
  output: [{ name: 'UPPER', data_type: 'TYPE_STRING', dims: [1] }],
};

describe('the server', () => {
  it('the server is alive, ready and serving', async () => {
    expect(await client.serverLive()).toBe(true);
    expect(await client.serverReady()).toBe(true);
    expect(await client.healthCheck()).toBe('SERVING');
  });

  it('the server reports its name, version and extensions', async () => {
    const { name, version, extensions } = await client.serverMetadata();
    expect(name).toBe('triton');
    expect(version).toMatch(/^2\.\d+\.\d+$/);
    expect(extensions).toEqual(expect.arrayContaining(['sequence', 'binary_tensor_data', 'parameters', 'statistics']));
  });

  it('log settings can be read and changed', async () => {
    // The file cannot be set over the network.
    const { log_file, ...before } = await client.logSettings();
    expect(log_file).toBe('');
    expect(before).toMatchObject({ log_info: true, log_verbose_level: 0 });
    expect(await client.updateLogSettings({ log_verbose_level: 1, log_format: 'ISO8601' })).toEqual({
      ...before,
      log_file,
      log_verbose_level: 1,
      log_format: 'ISO8601',
    });
    expect(await client.updateLogSettings(before)).toEqual({ ...before, log_file });
  });

  it('trace settings of the server and of a model can be read and changed', async () => {
    const before = await client.traceSettings();
    expect(before).toMatchObject({ trace_rate: ['1000'] });
    expect(await client.updateTraceSettings({ trace_rate: '500' })).toEqual({ ...before, trace_rate: ['500'] });
    await client.updateTraceSettings({ trace_rate: ['7'] }, { model: 'batching' });
    expect(await client.traceSettings({ model: 'batching' })).toEqual({ ...before, trace_rate: ['7'] });
    const back = await client.updateTraceSettings({ trace_rate: null }, { model: 'batching' });
    expect(back).toEqual({ ...before, trace_rate: ['500'] });
    expect(await client.updateTraceSettings({ trace_rate: null })).toEqual(before);
  });
});

describe('a model', () => {
  it('a model reports its metadata', async () => {
    expect(await client.modelMetadata('batching', { version: '1' })).toEqual({
      name: 'batching',
      versions: ['1'],
      platform: 'python',
      inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [-1, 1] }],
      outputs: [{ name: 'UPPER', datatype: 'BYTES', shape: [-1, 1] }],
    });
  });

  it('a model reports its configuration', async () => {
    const config = await client.modelConfig('batching');
    expect(config).toMatchObject({ name: 'batching', backend: 'python', max_batch_size: 64 });
    expect(config.dynamic_batching).toMatchObject({
      max_queue_delay_microseconds: 50_000,
      priority_levels: 3,
      priority_queue_policy: { 3: { max_queue_size: 1000, timeout_action: 'REJECT' } },
    });
    expect((await client.modelConfig('counter')).model_transaction_policy).toEqual({ decoupled: true });
    expect((await client.modelConfig('accumulator')).sequence_batching).toMatchObject({
      max_sequence_idle_microseconds: 60_000_000,
    });
  });

  it('a model is ready or not', async () => {
    expect(await client.modelReady('batching')).toBe(true);
    expect(await client.modelReady('batching', { version: '1' })).toBe(true);
    expect(await client.modelReady('batching', { version: '2' })).toBe(false);
    expect(await client.modelReady('nobody')).toBe(false);
  });

  it('a model counts its requests', async () => {
    const counted = async () => (await client.modelStatistics('batching'))[0]?.inference_count ?? 0;
    const before = await counted();
    await upper();
    // Triton counts a request when its response has left.
    await expect.poll(counted).toBeGreaterThan(before);
    const [after] = await client.modelStatistics('batching');
    expect(after?.inference_stats?.success?.ns).toBeGreaterThan(0);
    expect(after?.last_inference).toBeGreaterThan(Date.UTC(2020));
    expect(after?.batch_stats[0]).toMatchObject({ batch_size: 1 });
    expect((await client.modelStatistics()).length).toBeGreaterThan(4);
  });

  it('a model that does not exist is not found', async () => {
    const absent = { kind: 'model-not-found', model: 'nobody' };
    await expect(client.modelConfig('nobody')).rejects.toMatchObject(absent);
    await expect(client.modelMetadata('nobody')).rejects.toMatchObject(absent);
    await expect(client.modelStatistics('nobody')).rejects.toMatchObject(absent);
    await expect(client.loadModel('nobody')).rejects.toMatchObject(absent);
  });

  it('a model can be unloaded and loaded again', async () => {
    await client.unloadModel('batching');
    await expect(upper()).rejects.toMatchObject({ kind: 'model-not-ready', model: 'batching' });
    expect(await client.modelReady('batching')).toBe(false);
    expect(client.hosts()[0]?.unreadyModels).toEqual(['batching']);
    expect((await client.repositoryIndex({ readyOnly: true })).map(({ name }) => name)).not.toContain('batching');
    await expect.poll(() => stateOf('batching'), { timeout: 30_000 }).toBe('UNAVAILABLE');
    await client.loadModel('batching');
    expect(await stateOf('batching')).toBe('READY');
    expect(await upper()).toEqual(['ONE']);
    expect(client.hosts()[0]?.unreadyModels).toEqual([]);
  });

  it('a model can be loaded with another configuration, such as its own with a change', async () => {
    const config = await client.modelConfig('batching');
    const slower = { ...config.dynamic_batching, max_queue_delay_microseconds: 70_000 };
    await client.loadModel('batching', { config: { ...config, dynamic_batching: slower } });
    const { dynamic_batching } = await client.modelConfig('batching');
    expect(dynamic_batching).toEqual({ ...config.dynamic_batching, max_queue_delay_microseconds: 70_000 });
    await client.loadModel('batching', { config: JSON.stringify({ ...copyConfig, max_batch_size: 4 }) });
    expect((await client.modelConfig('batching')).max_batch_size).toBe(4);
    await client.loadModel('batching');
  });

  it('a model can be loaded from files in the request', async () => {
    const source = await readFile(join(import.meta.dirname, 'contract/models/batching/1/model.py'));
    await client.loadModel('sent', { config: copyConfig, files: { '1/model.py': source } });
    const inputs = [{ name: 'TEXT', datatype: 'BYTES', shape: [1, 1], data: ['sent'] } as const];
    expect(stringsOf(await client.infer({ model: 'sent', inputs }), 'UPPER')).toEqual(['SENT']);
    await client.unloadModel('sent', { unloadDependents: true });
  });

  it('a model is not loaded when its files are broken or have no configuration', async () => {
    const files = { '1/model.py': Buffer.from('raise Exception("kept out of the message")') };
    await expect(client.loadModel('broken', { files })).rejects.toMatchObject({ kind: 'invalid-argument' });
    const failure = await client.loadModel('broken', { config: copyConfig, files }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'server-error', model: 'broken' });
    expect(failure).toHaveProperty('serverMessage', expect.stringContaining('kept out of the message'));
    expect(String(failure)).not.toContain('kept out');
    // One model that failed makes the whole server "not ready"; the others are served all the same.
    expect(await client.serverReady()).toBe(false);
    expect(await upper()).toEqual(['ONE']);
  });
});

it('a server without model control reports that it has none', async () => {
  const fixed = await startToyTriton();
  const other = createTritonClient({ urls: [fixed.grpcUrl] });
  try {
    await expect(other.loadModel('batching')).rejects.toMatchObject({ kind: 'unimplemented' });
  } finally {
    other.close();
    await fixed.stop();
  }
});
