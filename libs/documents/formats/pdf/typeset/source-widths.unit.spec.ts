import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pagesOf } from '../pdf-sample.fixture.js';
import { translatedPdf } from '../translated-pdf.fixture.js';

const sizesOf = async (source: Buffer): Promise<number[]> => {
  const { bytes } = await translatedPdf(source, (text) => [...text].reverse().join(''));
  const update = bytes.subarray(source.length);
  const sizes: number[] = [];
  for (let at = update.indexOf('stream\n'); at >= 0; at = update.indexOf('stream\n', at + 7)) {
    if (update.subarray(at - 3, at).toString() === 'end') continue;
    try {
      const content = inflateSync(update.subarray(at + 7)).toString('latin1');
      sizes.push(...[...content.matchAll(/\/Tl\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)));
    } catch {
      // A stream that is not compressed is no content of a page.
    }
  }
  return sizes;
};

const text = '(The letters of most fonts are narrower than those in which translations are set) Tj';
const page = (operators: string): Buffer => pagesOf([{ content: `BT /F1 10 Tf 20 500 Td ${operators} ET` }]);

describe('a translation as wide as its source', () => {
  it('a translation is smaller where its font is wider than that of the source', async () => {
    const [size] = await sizesOf(page(`92 Tz ${text}`));
    expect(size).toBeGreaterThan(8.5);
    expect(size).toBeLessThan(9.8);
  });

  it('a translation has the size of the source where its font is as wide', async () => {
    expect(await sizesOf(page(text))).toEqual([10]);
  });

  it('a translation has the size of the source where its font is narrower', async () => {
    expect(await sizesOf(page(`130 Tz ${text}`))).toEqual([10]);
  });
});
