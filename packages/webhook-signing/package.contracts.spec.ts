import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedPackage } from '../../test/packages/packed-package.js';

let packed: PackedPackage;
beforeAll(() => {
  packed = PackedPackage.pack('webhook-signing', ['@noble', '@types']);
});
afterAll(() => packed.remove());

describe('the package', () => {
  it('the package has its code, types, licence and README, and none of its tests', () => {
    for (const file of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts'])
      expect(packed.files).toContain(file);
    expect(packed.files.filter((file) => /spec|fixture|^[a-z-]+\.ts$/.test(file))).toEqual([]);
  });

  it('the code of the README prints what it says', () => {
    const { printed, promised } = packed.runReadme(0);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed).toEqual(promised);
  });

  it('the package has types that TypeScript accepts, and that reject a message without its time', () => {
    const source = (message: string) =>
      `import { sign } from '@transledger/webhook-signing';
       export const header: string = sign(${message}, ['secret']);`;
    expect(packed.check(source(`{ id: 'msg_1', timestamp: 1, payload: '{}' }`))).toBe('');
    expect(packed.check(source(`{ id: 'msg_1', payload: '{}' }`))).toMatch(/error TS/);
  });
});
