import { describe, expect, it } from 'vitest';
import { defaultFormatOptions, type FormatOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { rtfFormat } from './rtf.format.js';
import { extracted, merged, rtfOf, textsOf } from './rtf-sample.fixture.js';

const picture = (description: string): string =>
  `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzName}{\\sv Picture 1}}{\\sp{\\sn wzDescription}{\\sv ${description}}}}\\pngblip 8950}}`;
const old = '{\\nonshppict{\\pict\\wmetafile8 0100}}';

const without = (body: string, translations: readonly string[], translateAltText = true): Promise<string> =>
  merged(body, translations, { preserveImages: false, translateAltText });

const skippedIn = async (body: string, options: Partial<FormatOptions>): Promise<unknown> => {
  const all = { ...defaultFormatOptions, ...options };
  const extraction = rtfFormat.extract(memoryFile(Buffer.from(rtfOf(body), 'latin1')), all);
  for (;;) {
    const { value, done } = await extraction.next();
    if (done) return value.skipped;
  }
};

const shape = `{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn wzName}{\\sv Ship 1}}{\\sp{\\sn wzDescription}{\\sv A \\'e9t\\'e9 ship}}{\\sp{\\sn pib}{\\sv {\\pict 00}}}}}`;

describe('an RTF document without its pictures', () => {
  it.each([
    [
      'within a sentence',
      `One ${picture("A \\'e9t\\'e9 day")}${old} day\\par`,
      ['Un[1/] x', 'Un día'],
      'Un{ Un d\\u237?a } x\\par',
    ],
    [
      'where only the picture is',
      `Day\\par ${picture('A harbour')}\\par`,
      ['x', 'Un puerto'],
      'x\\par { Un puerto }\\par',
    ],
    ['where the text stays', `One${picture('A harbour')} day`, ['One[1/] day', 'A harbour'], 'One{ A harbour } day'],
  ])('an RTF document without its pictures has their description %s', async (_where, body, translations, expected) => {
    expect(await without(body, translations)).toBe(expected);
  });

  it('an RTF document without its pictures has their description as it is where that is not to be translated', async () => {
    const body = `One ${picture("A \\'e9t\\'e9 day")}${old} day\\par`;
    expect(await without(body, ['Un[1/] x'], false)).toBe("Un{ A \\'e9t\\'e9 day } x\\par");
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
    expect(await merged(body, ['Un [1/] x', 'A harbour'])).toBe(body.replace('One', 'Un').replace('day', 'x'));
  });
});

describe('alternative texts of an RTF document', () => {
  it.each([
    ['a picture', picture("A \\'e9t\\'e9 ship")],
    ['a picture with its copy for old readers', `${picture("A \\'e9t\\'e9 ship")}${old}`],
    ['a shape', shape],
  ])('the alternative text of %s is translated, and no other byte changes', async (_what, thing) => {
    const body = `One ${thing} day\\par`;
    expect(await textsOf(body)).toEqual(['One [1/] day', 'A été ship']);
    expect((await extracted(body)).map(({ role }) => role)).toEqual(['body', 'alt_text']);
    const translated = await merged(body, ['Un [1/] x', 'Un {buque} ñ']);
    expect(translated).toBe(
      body.replace('One', 'Un').replace('day', 'x').replace("A \\'e9t\\'e9 ship", 'Un \\{buque\\} \\u241?'),
    );
    expect(await merged(body, ['One [1/] day', 'A été ship'])).toBe(body);
  });

  it('an alternative text has no words of direction or language', async () => {
    const body = `{\\pard\\ltrpar ${picture('A ship')}\\par}`;
    expect(await merged(body, ['x'], { targetLanguage: 'ar' })).toContain('{\\sn wzDescription}{\\sv x}');
  });

  it('an alternative text of several megabytes of picture, with the text around it, comes back whole', async () => {
    const large = picture('A ship').replace('8950', `\\n${'89504e470d0a1a0a\\r\\n'.repeat(160_000)}`);
    const body = `One ${large} day\\par Two`;
    const texts = await textsOf(body);
    expect(texts.toSorted()).toEqual(['A ship', 'One', 'Two', 'day']);
    expect(await merged(body, texts)).toBe(body);
    const dropped = await without(body, texts);
    expect(dropped.length).toBeLessThan(200);
    expect(dropped).toContain('{ A ship }');
  });

  it('alternative texts stay where they are not asked for, hidden or deleted', async () => {
    const body = `${picture('A ship')}{\\v ${picture('B ship')}}{\\deleted ${picture('C ship')}}`;
    expect(await textsOf(body)).toEqual(['A ship']);
    expect(await textsOf(body, { hidden: true })).toEqual(['A ship', 'B ship']);
    expect(await textsOf(body, { translateAltText: false })).toEqual([]);
    expect(await skippedIn(body, { translateAltText: false })).toEqual([
      { reason: 'Alternative texts were not to be translated.', count: 1 },
    ]);
  });

  it('with both languages an alternative text is the translation alone, and a note at the start keeps its group', async () => {
    const both = { includeSource: true };
    expect(await merged(`${picture('A ship')}One`, ['Un', 'x'], both)).toMatch(/\{\\sv x\}.*One.*\\line \}Un$/s);
    const noted = await merged('{\\footnote Note}One', ['Un', 'Nota'], both);
    expect(noted).toMatch(/^\{[^{}]*One\\line \}\{\\footnote.*Nota\}Un$/s);
  });
});
