import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedPackage } from '../../test/packages/packed-package.js';
import { headOf, idOf, linesOf, made, withSummary } from './export.fixture.js';
import { receiptAndKey } from './receipt.fixture.js';

/** Imports the package and its dependency as a browser does: with what it has in common with Node, and no modules of Node. */
const inBrowser = (platform: string) => `
  import { readFileSync } from 'node:fs';
  import { createContext, SourceTextModule } from 'node:vm';
  const context = createContext({ ${platform} TextEncoder, TextDecoder, atob, btoa, URL });
  const modules = new Map();
  const load = (url) => {
    if (!url.startsWith('file:')) throw new Error('It imports ' + url);
    const known = modules.get(url);
    if (known !== undefined) return known;
    const module = new SourceTextModule(readFileSync(new URL(url), 'utf8'), { context, identifier: url });
    modules.set(url, module);
    return module;
  };
  const first = load(import.meta.resolve('@transledger/audit-proof'));
  const urlOf = (specifier, from) => specifier.startsWith('.') ? new URL(specifier, from).href : import.meta.resolve(specifier);
  await first.link((specifier, { identifier }) => load(urlOf(specifier, identifier)));
  await first.evaluate();
  const { parseVerifierKey, verifyReceipt, verifyExport } = first.namespace;
  const key = parseVerifierKey(readFileSync('log.key', 'utf8'));
  const receipt = await verifyReceipt(readFileSync('receipt.json', 'utf8'), key);
  const pieces = async function* () { yield new Uint8Array(readFileSync('audit.ndjson')); };
  const file = await verifyExport(pieces(), key);
  console.log(JSON.stringify([receipt.verified?.entryId, file.verified?.entries]));
`;

let packed: PackedPackage;
beforeAll(async () => {
  packed = PackedPackage.pack('audit-proof', ['@noble', '@types']);
  const { receipt, key } = await receiptAndKey();
  packed.write('receipt.json', JSON.stringify(receipt));
  packed.write('log.key', key);
  const head = await headOf(made.map(({ leaf }) => leaf));
  packed.write('audit.ndjson', withSummary(linesOf(made) + head, idOf(made.length - 1)));
});
afterAll(() => packed.remove());

describe('the package', () => {
  it('the package has its code, types, licence and README, and none of its tests', () => {
    for (const file of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts'])
      expect(packed.files).toContain(file);
    expect(packed.files.filter((file) => /spec|fixture|^[a-z-]+\.ts$/.test(file))).toEqual([]);
  });

  it.each([0, 1])('the code of the README prints what it says (block %d)', (block) => {
    const { printed, promised } = packed.runReadme(block);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed).toEqual(promised);
  });

  it('the README names every function that it exports, and no other', () => {
    const exported = packed.run(
      `import * as all from '@transledger/audit-proof'; console.log(Object.keys(all).join(' '));`,
    );
    const program = `import { readFileSync } from 'node:fs';
      const readme = readFileSync('node_modules/@transledger/audit-proof/README.md', 'utf8');
      const table = readme.slice(readme.indexOf('| Exports |'), readme.indexOf('Of the platform'));
      console.log([...table.matchAll(/\`(\\w+)\`/g)].map(([, name]) => name).sort().join(' '));`;
    const constants = ['hashLength', 'signatureType', 'tileWidth'];
    expect(packed.run(program).split(' ')).toEqual(
      exported
        .split(' ')
        .filter((name) => !constants.includes(name))
        .sort(),
    );
  });

  it.each([
    ['in a browser', 'crypto,'],
    ['on a page without https', ''],
  ])('the package verifies %s, without a module of Node', (_where, platform) => {
    const printed = packed.run(inBrowser(platform), '--experimental-vm-modules', '--no-warnings');
    expect(JSON.parse(printed)).toEqual(['aud_00000000000037777777777777', made.length]);
  });

  it('the package has types that TypeScript accepts, and that reject a leaf in text', () => {
    const source = (leaf: string) =>
      `import { leafHash } from '@transledger/audit-proof';
       export const hash: Uint8Array = leafHash(${leaf});`;
    expect(packed.check(source('new Uint8Array()'))).toBe('');
    expect(packed.check(source(`'text'`))).toMatch(/error TS/);
  });
});
