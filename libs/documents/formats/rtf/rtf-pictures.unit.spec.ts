import { describe, expect, it } from 'vitest';
import { merged } from './rtf-sample.fixture.js';

const picture = (description: string): string =>
  `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzName}{\\sv Picture 1}}{\\sp{\\sn wzDescription}{\\sv ${description}}}}\\pngblip 8950}}`;
const old = '{\\nonshppict{\\pict\\wmetafile8 0100}}';

const without = (body: string, translations: readonly string[]): Promise<string> =>
  merged(body, translations, { preserveImages: false });

describe('an RTF document without its pictures', () => {
  it.each([
    [
      'within a sentence',
      `One ${picture("A \\'e9t\\'e9 day")}${old} day\\par`,
      ['Un[1/] x'],
      "Un{ A \\'e9t\\'e9 day } x\\par",
    ],
    ['where only the picture is', `Day\\par ${picture('A harbour')}\\par`, ['x'], 'x\\par { A harbour }\\par'],
    ['where the text stays', `One${picture('A harbour')} day`, ['One[1/] day'], 'One{ A harbour } day'],
  ])('an RTF document without its pictures has their description %s', async (_where, body, translations, expected) => {
    expect(await without(body, translations)).toBe(expected);
  });

  it('an RTF document without its pictures has nothing in place of those without a description', async () => {
    expect(await without(`One {\\pict 00}day${old}`, ['x [1/]y'])).toBe('x y');
  });

  it('an RTF document without its pictures keeps pictures that were deleted, and those in objects', async () => {
    const body = `{\\deleted {\\pict 00}}One{\\object{\\result{\\pict 00}}}`;
    expect(await without(body, ['x'])).toBe(body.replace('One', 'x'));
  });

  it('an RTF document has its pictures where nobody asked to leave them out', async () => {
    const body = `One ${picture('A harbour')}${old} day`;
    expect(await merged(body, ['Un [1/] x'])).toBe(body.replace('One', 'Un').replace('day', 'x'));
  });
});
