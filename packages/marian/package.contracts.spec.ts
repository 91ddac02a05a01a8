import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedPackage } from '../../test/packages/packed-package.js';

const sample = (name: string): Buffer => readFileSync(new URL(`./samples/${name}`, import.meta.url));

let packed: PackedPackage;
beforeAll(() => {
  packed = PackedPackage.pack('marian', ['@types']);
  for (const name of ['model.bin', 'lex.bin', 'vocab.spm']) packed.write(name, sample(name));
});
afterAll(() => packed.remove());

describe('the package', () => {
  it('the package has its code, kernel, types, licence and README, and neither tests nor models', () => {
    for (const file of [
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/kernel/kernel.wasm',
      'dist/threads/translation-thread.js',
    ])
      expect(packed.files).toContain(file);
    expect(packed.files.filter((file) => /spec|fixture|process|sample|\.bin$|^[a-z-]+\.ts$/.test(file))).toEqual([]);
  });

  it('the code of the README prints what it says', () => {
    const { printed, promised } = packed.runReadme(0);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed).toEqual(promised);
  });

  it('the package has types that TypeScript accepts, and that reject a model without its vocabulary', () => {
    const source = (files: string) =>
      `import { Translator } from '@transledger/marian';
       const translator = await Translator.load(${files});
       export const confidence: number = (await translator.translate('text')).confidence;`;
    expect(packed.check(source(`{ model: 'model.bin', vocabularies: ['vocab.spm'] }`))).toBe('');
    expect(packed.check(source(`{ model: 'model.bin' }`))).toMatch(/error TS/);
  });
});
