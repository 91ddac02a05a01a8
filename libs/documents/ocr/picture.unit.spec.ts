import { expect, it } from 'vitest';
import { coloursOf, readPixelMap } from './picture.js';

const box = { left: 10, top: 10, right: 30, bottom: 20 };

/** A picture of 60 by 40 pixels, painted by a function. */
const painted = (colourOf: (x: number, y: number) => readonly number[]) => ({
  width: 60,
  height: 40,
  pixels: Uint8Array.from(Array.from({ length: 60 * 40 }, (_, at) => colourOf(at % 60, Math.floor(at / 60))).flat()),
});

it('the colour around a box is its background, and what is farthest from that within is its ink', () => {
  const isInk = (x: number, y: number) => x >= 12 && x < 28 && y >= 12 && y < 18 && x % 3 === 0;
  const picture = painted((x, y) => (isInk(x, y) ? [250, 240, 230] : [20, 40, 120]));
  expect(coloursOf(picture, box)).toEqual({ background: [20, 40, 120], ink: [250, 240, 230] });
});

it('a spot beside a box and the edge of the picture change nothing', () => {
  const picture = painted((x, y) => (x === 9 && y < 14 ? [0, 0, 0] : [240, 240, 240]));
  expect(coloursOf(picture, box).background).toEqual([240, 240, 240]);
  expect(coloursOf(picture, { left: 0, top: 0, right: 60, bottom: 40 }).background).toEqual([240, 240, 240]);
});

it('a pixel map is read as poppler writes it', () => {
  const pixels = Buffer.from([1, 2, 3, 4, 5, 6]);
  expect(readPixelMap(Buffer.concat([Buffer.from('P6\n2 1\n255\n'), pixels]))).toEqual({ width: 2, height: 1, pixels });
});

it.each(['', 'P5\n2 1\n255\n123456', 'P6\n2 1\n255\n12345', 'P6\n0 1\n255\n', 'P6\n9999999 1\n255\n'])(
  '%j is no pixel map',
  (text) => expect(readPixelMap(Buffer.from(text))).toBeUndefined(),
);
