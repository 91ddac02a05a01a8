import { expect, it } from 'vitest';
import { colours } from './look.js';
import { statusColours, statusWords } from './status.js';

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Relative luminance as WCAG 2 defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

it.each(['#ffffff', colours.band])('each colour of text can be read on %s', (paper) => {
  const { line: _, band: __, ...ofText } = colours;
  for (const colour of [...Object.values(ofText), ...Object.values(statusColours)])
    expect(contrast(colour, paper)).toBeGreaterThanOrEqual(4.5);
});

it('each status has words of its own', () => {
  expect(new Set(Object.values(statusWords)).size).toBe(Object.keys(statusColours).length);
});
