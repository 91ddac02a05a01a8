import { describe, expect, it } from 'vitest';
import { merged, storyOf } from './idml-reading.fixture.js';
import { bold, br, c, csr, footnote, link, psr, table } from './idml-sample.fixture.js';

const list = ' BulletsAndNumberingListType="NoList"';
/** The source of a paragraph as it stands in ranges of its own. */
const above = (content: string, attributes = '', paragraph = ''): string =>
  psr(csr(`${content}${br}`, attributes), `${paragraph}${list}`);
const empty = psr(csr(c('')));

const both = async (story: string, translations: readonly string[], options = {}) =>
  storyOf(await merged(story, translations, { includeSource: true, ...options }));

describe('both languages in one IDML document', () => {
  it.each([
    ['in a paragraph above its translation', psr(csr(c('One'))), ['x'], empty + above(c('One')) + psr(csr(c('x')))],
    [
      'once for a whole paragraph',
      psr(csr(c('One\tTwo'))),
      ['One', 'x'],
      empty + above(c('One\tTwo')) + psr(csr(c('One\tx'))),
    ],
    [
      'in its look',
      psr(csr(c('One')) + csr(c('day'), bold)),
      ['x [1]y[/1]'],
      `${empty}${psr(csr(c('One')) + csr(c('day'), bold) + csr(c('') + br), list)}${psr(csr(c('x ')) + csr(c('y'), bold))}`,
    ],
    [
      'without its link',
      psr(csr(`${c('see ')}${link(c('here'))}`)),
      ['x [1]y[/1]'],
      `${empty}${above(c('see here'))}${psr(csr(`${c('x ')}${link(c('y'))}`))}`,
    ],
    [
      'without its notes',
      psr(csr(`${c('One')}${footnote(c('Note'))}${c(' day')}`)),
      ['x[1/]', 'y'],
      `${empty}${above(c('One day'))}${psr(csr(`${c('x')}${footnote(c(''))}`))
        .replace(footnote(c('')), `<Footnote>${empty}${above(c('Note'))}${psr(csr(c('y')))}</Footnote>`)
        .replace('</Footnote>', `</Footnote>${c('')}`)}`,
    ],
    ['in its cell', table(psr(csr(c('One')))), ['x'], table(empty + above(c('One')) + psr(csr(c('x'))))],
  ])('the source stands %s', async (_how, story, translations, expected) => {
    expect(await both(story, translations)).toBe(expected);
  });

  it('a paragraph that stays stands once', async () => {
    const story = psr(csr(`${c('One')}${br}${c('Two')}`));
    expect(await both(story, ['One', 'x'])).toBe(
      `${psr(csr(`${c('One')}${br}${c('')}`))}${above(c('Two'))}${psr(csr(c('x')))}`,
    );
  });

  it('the source keeps its language', async () => {
    const [english, german] = [' AppliedLanguage="$ID/English: UK"', ' AppliedLanguage="$ID/German: 2006 Reform"'];
    expect(await both(psr(csr(c('One'), english)), ['x'], { targetLanguage: 'de' })).toBe(
      psr(csr(c(''), german)) + above(c('One'), english) + psr(csr(c('x'), german)),
    );
  });

  it('the source keeps its direction', async () => {
    const story = await both(psr(csr(c('One'))), ['x'], { targetLanguage: 'ar' });
    expect(story).toContain(
      above(c('One'), ' CharacterDirection="LeftToRightDirection"').replace(
        list,
        `${list} ParagraphDirection="LeftToRightDirection"`,
      ),
    );
  });
});
