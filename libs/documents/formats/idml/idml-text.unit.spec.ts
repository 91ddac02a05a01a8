import { describe, expect, it } from 'vitest';
import { defaultMergeOptions, type FormatOptions } from '#libs/documents/formats/format.port.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { idmlFormat } from './idml.format.js';
import { extracted, merged, storyOf, textsOf } from './idml-reading.fixture.js';
import { altText, bold, br, c, csr, footnote, idmlOf, link, psr, table } from './idml-sample.fixture.js';

const unbroken = ' NoBreak="true"';

describe('the segments of an IDML document', () => {
  it.each([
    ['what stands between breaks', psr(csr(`${c('One')}${br}${c('Two')}`)), ['One', 'Two']],
    ['one over ranges of the same look', psr(csr(c('One ')) + csr(c('day'))), ['One day']],
    ['one over ranges of paragraphs without a break', psr(csr(c('One '))) + psr(csr(c('day'))), ['One day']],
    ['one with a pair for another look', psr(csr(c('One ')) + csr(c('day'), bold)), ['One [1]day[/1]']],
    [
      'one without a tag for the look of most',
      psr(csr(c('a '), bold) + csr(c('longer text'))),
      ['[1]a[/1] longer text'],
    ],
    [
      'one over words that lines do not end between',
      psr(csr(c('tied ')) + csr(c('to the '), unbroken)),
      ['tied to the'],
    ],
    ['one with a pair for a link', psr(csr(`${c('see ')}${link(c('here'))}${c(' now')}`)), ['see [1]here[/1] now']],
    ['one with a tag for a page number', psr(csr(c('page <?ACE 18?> of it'))), ['page [1/] of it']],
    ['one with one tag for marks side by side', psr(csr(`${c('a ')}<Mark/><Mark/>${c('b')}`)), ['a [1/]b']],
    ['two at a tab', psr(csr(c('Name\tAnna'))), ['Name', 'Anna']],
    ['two at a tab to the right', psr(csr(c('Name<?ACE 8?>Anna'))), ['Name', 'Anna']],
    ['one over a line break in a sentence', psr(csr(c('ships that\u2028come'))), ['ships that [1/]come']],
    ['two at a line break', psr(csr(c('Quay Street&#x2028;Harbour'))), ['Quay Street', 'Harbour']],
    ['none without a letter', psr(csr(c('1984'))), []],
    ['characters by number', psr(csr(c('Caf&#xe9; &amp; &#66;ar'))), ['Café & Bar']],
    ['cells', psr(csr(table(psr(csr(c('One'))), psr(csr(c('Two')))))), ['One', 'Two']],
    [
      'a footnote behind its paragraph',
      psr(csr(`${c('One')}${footnote(c('Note'))}${c(' day')}`)),
      ['One[1/] day', 'Note'],
    ],
    [
      'inserted text, not deleted',
      psr(
        csr(
          `<Change ChangeType="InsertedText">${c('new')}</Change><Change ChangeType="DeletedText">${c('old')}</Change>`,
        ),
      ),
      ['new'],
    ],
    [
      'two where a structure begins within',
      psr(`${csr(c('One'))}<XMLElement Self="x">${csr(`${c('two')}${br}${c('Three')}`)}</XMLElement>`),
      ['One', 'two', 'Three'],
    ],
  ])('are %s', async (_rule, story, expected) => {
    expect(await textsOf(story)).toEqual(expected);
  });

  it('have the part that they are in, and its role', async () => {
    const stories = { u1: psr(csr(c('One'))), u2: psr(csr(c('Head'))) };
    expect((await extracted({ stories, masterStories: ['u2'] })).segments).toEqual([
      { role: 'body', part: 'Stories/Story_u1.xml', parts: [{ kind: 'text', text: 'One' }] },
      { role: 'header', part: 'Stories/Story_u2.xml', parts: [{ kind: 'text', text: 'Head' }] },
    ]);
  });

  it.each([
    ['no text of master pages', { translateHeaders: false }, ['Alt', 'One']],
    ['no alternative text', { translateAltText: false }, ['One', 'Head']],
    ['hidden layers and conditions', { hidden: true }, ['Alt', 'One [1]two[/1] three', 'Head', 'Hidden']],
    ['notes', { translateComments: true }, ['Alt', 'One [1/] three', 'Note', 'Head']],
  ])('are %s when that is asked for', async (what, options, expected) => {
    const inner =
      what === 'notes' ? `<Note Self="n">${psr(csr(c('Note')))}</Note>` : `<HiddenText>${c('two')}</HiddenText>`;
    const isPlain = what.startsWith('no ');
    const stories = {
      u1: psr(csr(isPlain ? c('One') : `${c('One ')}${inner}${c(' three')}`)),
      u2: psr(csr(c('Head'))),
      u3: psr(csr(c('Hidden'))),
    };
    const parts = { stories, masterStories: ['u2'], hiddenStories: ['u3'], spread: altText('Alt') };
    expect(await textsOf(parts, options)).toEqual(expected);
  });

  it('come with what stays: notes, deleted and hidden text, and text of master pages where that is asked for', async () => {
    const note = (text: string) =>
      `<Note Self="n"><Properties><Label>x</Label></Properties>${psr(csr(c(text)))}</Note>`;
    const deleted = `<Change ChangeType="DeletedText">${c('old')}</Change>`;
    const story = `${c('One ')}${note('Why?')}${c(' and ')}${note('12')}${note('How?')}${deleted}<HiddenText>${c('two')}</HiddenText>`;
    const stories = { u1: psr(csr(story)), u2: psr(csr(`${c('Head')}${br}${c('line')}${br}${c('<?ACE 18?>')}`)) };
    const left = async (options: Partial<FormatOptions>) =>
      (await extracted({ stories, masterStories: ['u2'] }, options)).summary.skipped;
    const [one, two] = ['Stories/Story_u1.xml', 'Stories/Story_u2.xml'];
    expect(await left({ translateHeaders: false })).toEqual([
      { part: two, reason: skipReasons.headers, count: 2 },
      { part: one, reason: skipReasons.comments, count: 2 },
      { part: one, reason: skipReasons.deleted, count: 1 },
      { part: one, reason: skipReasons.hidden, count: 1 },
    ]);
    expect(await left({ translateComments: true, hidden: true })).toEqual([
      { part: one, reason: skipReasons.deleted, count: 1 },
    ]);
  });

  it('come with the pages of the spreads, and with what nobody sees', async () => {
    const parts = { stories: { u1: psr(csr(c('One'))), u3: psr(csr(c('Hidden'))) }, hiddenStories: ['u3'], pages: 4 };
    expect((await extracted(parts)).summary).toEqual({
      pageCount: 4,
      skipped: [{ part: 'Stories/Story_u3.xml', reason: 'The text is on a hidden layer.', count: 1 }],
    });
  });
});

describe('a translated IDML document', () => {
  it.each([
    ['in the range of its source', psr(csr(c(' One '))), ['a & b'], psr(csr(c(' a &amp; b ')))],
    [
      'in a range in which lines can end where there is one',
      psr(csr(c('To the'), unbroken) + csr(c(' story'))),
      ['A la historia'],
      psr(`${csr(c(''), unbroken)}${csr(c('A la historia'))}`),
    ],
    [
      'in the range in which no line ends where that is all',
      psr(csr(c('Tea'), unbroken)),
      ['Té'],
      psr(csr(c('Té'), unbroken)),
    ],
    [
      'in the look of its tag',
      psr(csr(c('One ')) + csr(c('day'), bold)),
      ['[1]Tag[/1] eins'],
      psr(csr(c('')) + csr(c('Tag'), bold) + csr(c(' eins')) + csr(c(''), bold)),
    ],
    [
      'with one link',
      psr(csr(`${c('see ')}${link(c('here'))}`)),
      ['[1]hier[/1] sehen'],
      psr(csr(`${c('')}${link(c('hier'))}${c(' sehen')}`)),
    ],
    [
      'with its footnote',
      psr(csr(`${c('One')}${footnote(c('Note'))}${c(' day')}`)),
      ['Tag[1/]', 'Notiz'],
      psr(csr(`${c('Tag')}${footnote(c('Notiz'))}${c('')}`)),
    ],
    ['apart from its tabs', psr(csr(c('One\tTwo'))), ['Eins', 'Zwei'], psr(csr(c('Eins\tZwei')))],
  ])('has text %s', async (_rule, story, translations, expected) => {
    expect(storyOf(await merged(story, translations))).toBe(expected);
  });

  it('has the line breaks of an alternative text', async () => {
    const parts = { stories: { u1: '' }, spread: altText('A ship&#xa;&#xa;Described  by a machine') };
    expect(await textsOf(parts)).toEqual(['A ship\n\nDescribed by a machine']);
  });

  it('has another alternative text', async () => {
    const parts = { stories: { u1: '' }, spread: altText('Old &amp; new') };
    expect(await merged(parts, ['Alt "&" neu'], {}, 'Spreads/Spread_us.xml')).toContain(
      'CustomAltText="Alt &quot;&amp;&quot; neu"',
    );
  });

  it('has the language of its target', async () => {
    const parts = {
      stories: { u1: psr(csr(c('One'), ' AppliedLanguage="$ID/English: UK"'), ' AppliedLanguage="$ID/French"') },
      styles: '<ParagraphStyle Self="p" AppliedLanguage="$ID/English: USA"/>',
    };
    const story = storyOf(await merged(parts, ['Eins'], { targetLanguage: 'de' }));
    expect(story).toBe(
      psr(csr(c('Eins'), ' AppliedLanguage="$ID/German: 2006 Reform"'), ' AppliedLanguage="$ID/French"'),
    );
    expect(await merged(parts, ['Eins'], { targetLanguage: 'de' }, 'Resources/Styles.xml')).toContain('$ID/German');
  });

  it('runs from right to left where its target does', async () => {
    const story = `<StoryPreference StoryDirection="LeftToRightDirection"/>${psr(csr(c('One')), ' Justification="LeftAlign"')}`;
    expect(storyOf(await merged(story, ['x'], { targetLanguage: 'ar' }))).toBe(
      `<StoryPreference StoryDirection="RightToLeftDirection"/>${psr(csr(c('x'), ' CharacterDirection="RightToLeftDirection"'), ' Justification="RightAlign" ParagraphDirection="RightToLeftDirection"')}`,
    );
  });
});

describe('the fonts of an IDML document', () => {
  it.each([
    ['ar', 1],
    ['zh', 1],
    ['el', 1],
    ['es', 0],
    ['pt-BR', 0],
  ])('a translation to %s has %d warnings that its fonts are those of the source', async (targetLanguage, count) => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage };
    const translations = (async function* () {
      yield [{ kind: 'text' as const, text: 'x' }];
      return undefined;
    })();
    const merging = idmlFormat.merge(memoryFile(idmlOf(psr(csr(c('One'))))), options, translations);
    let next = await merging.next();
    while (!next.done) next = await merging.next();
    expect(next.value.warnings).toHaveLength(count);
    for (const { code } of next.value.warnings ?? []) expect(code).toBe('fonts_unchanged');
  });
});

describe('what readers see beside the stories', () => {
  const parts = (label: string, topic: string, bookmark: string) => ({
    stories: { u1: psr(csr(c('1889'))) },
    styles: `<ParagraphStyle Self="p1" NumberingExpression="${label}" AppliedLanguage="$ID/English: UK"/><ParagraphStyle Self="p2" NumberingExpression="^#.^t"/>`,
    map: `<Index Self="i"><Topic Self="iTopicn" Name="${topic}"/></Index><Bookmark Self="b" Name="${bookmark}"/>`,
  });
  const source = parts('Article ^#.^t', 'Safety valve', 'Part one');

  it('labels of numberings, topics of the index and bookmarks are translated', async () => {
    expect(await textsOf(source)).toEqual(['Safety valve', 'Part one', 'Article [1/].[2/]']);
    const translations = ['V\u00e1lvula', 'Parte', '[1/]. Art\u00edculo[2/]'];
    const written = (name: string) => merged(source, translations, { targetLanguage: 'en' }, name);
    const expected = parts('^#. Art\u00edculo^t', 'V\u00e1lvula', 'Parte');
    expect(await written('Resources/Styles.xml')).toContain(expected.styles);
    expect(await written('designmap.xml')).toContain(expected.map);
  });

  it('with a page range they stay', async () => {
    expect(await textsOf(source, { pageRange: [{ from: 1, to: 1 }] })).toEqual([]);
  });

  it('a numbering that a paragraph has of its own is counted', async () => {
    const { summary } = await extracted(psr(csr(c('1889')), ' NumberingExpression="Annex ^#"'));
    expect(summary.skipped).toEqual([{ part: 'Stories/Story_u1.xml', reason: skipReasons.field, count: 1 }]);
  });
});
