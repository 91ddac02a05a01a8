import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inferenceAddresses, isOwnFolderOf, listenAddress, parseAddress } from './inference-address.js';

const settings = {
  TRANSLEDGER_DATA_DIR: '/srv/data',
  TRANSLEDGER_INFERENCE_URLS: [],
  TRANSLEDGER_INFERENCE_LISTEN: undefined,
};

describe('an address of the inference process', () => {
  it.each([
    ['unix:///run/models.sock', { path: '/run/models.sock' }],
    ['tcp://models:9090', { host: 'models', port: 9090 }],
    ['tcp://[::1]:9090', { host: '::1', port: 9090 }],
  ])('%s is read', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it('is the same socket in the data folder for who listens and who asks, where none is given', () => {
    expect(listenAddress(settings)).toEqual({ path: '/srv/data/inference.sock' });
    expect(inferenceAddresses(settings)).toEqual([{ path: '/srv/data/inference.sock' }]);
  });

  it('is a short path also for a data folder with a long one', () => {
    const long = { ...settings, TRANSLEDGER_DATA_DIR: `/srv/${'long/'.repeat(30)}` };
    const [address] = inferenceAddresses(long);
    expect(address).toEqual(listenAddress(long));
    expect(Buffer.byteLength(address !== undefined && 'path' in address ? address.path : '')).toBeLessThan(100);
    expect(inferenceAddresses({ ...long, TRANSLEDGER_DATA_DIR: `${long.TRANSLEDGER_DATA_DIR}x` })).not.toEqual([
      address,
    ]);
  });

  it('is each one that is given', () => {
    const given = { ...settings, TRANSLEDGER_INFERENCE_URLS: ['tcp://a:1', 'tcp://b:2'] };
    expect(inferenceAddresses(given)).toEqual([
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ]);
    expect(listenAddress({ ...settings, TRANSLEDGER_INFERENCE_LISTEN: 'tcp://0.0.0.0:1' })).toMatchObject({ port: 1 });
  });

  it('is trusted in a folder of one’s own alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'address-'));
    expect(isOwnFolderOf(join(folder, 'inference.sock'))).toBe(true);
    rmSync(folder, { recursive: true });
    expect(isOwnFolderOf(join(folder, 'inference.sock'))).toBe(false);
  });
});
