import { describe, expect, it } from 'vitest';
import { bundlePath, decodeBundle, encodeBundle, parseTilePath, tilePath } from './index.js';

describe('the path of a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 2, index: 1_000, width: 5 }, 'tile/2/x001/000.p/5'],
  ])('%j has the path %s, and the path is that of the tile', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it('a bundle of entries has a path of its own', () => {
    expect(bundlePath({ index: 1_234_067, width: 3 })).toBe('tile/entries/x001/x234/067.p/3');
    expect(parseTilePath('tile/entries/x001/x234/067.p/3')).toEqual({ level: undefined, index: 1_234_067, width: 3 });
  });

  it.each([
    'tile/0/0',
    'tile/0/001/000',
    'tile/0/x000/001',
    'tile/64/000',
    'tile/00/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/300',
    'tile/-1/000',
    'tile/0/000/../000',
    'tile/data/000',
    'tile/0/x999/x999/x999/x999/x999/999',
  ])('%s is no path of a tile', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

describe('a bundle of entries', () => {
  it('it gives the entries back that were put in', () => {
    const entries = [new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(65_535).fill(7)];
    expect(decodeBundle(encodeBundle(entries))).toEqual(entries);
    expect(encodeBundle([Uint8Array.of(9)])).toEqual(Uint8Array.of(0, 1, 9));
  });

  it('a longer entry is refused, and so is a bundle that is cut off', () => {
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
    expect(() => decodeBundle(Uint8Array.of(0, 2, 9))).toThrow(RangeError);
    expect(() => decodeBundle(Uint8Array.of(0))).toThrow(RangeError);
  });
});
