import { describe, expect, it } from 'vitest';
import { extracted, merged, storyOf, textsOf } from './idml-reading.fixture.js';
import { c, csr, type IdmlParts, psr } from './idml-sample.fixture.js';

const story = (text: string) => psr(csr(c(text)));

/** Two pages beside each other: the left one from -400 to 0, the right one from 0 to 400, both 600 high. */
const facing = (left: string, right: string) =>
  `<Page Self="${left}" GeometricBounds="0 0 600 400" ItemTransform="1 0 0 1 -400 -300"/><Page Self="${right}" GeometricBounds="0 0 600 400" ItemTransform="1 0 0 1 0 -300"/>`;
const alone = (self: string) => `<Page Self="${self}" GeometricBounds="0 0 600 400" ItemTransform="1 0 0 1 0 -300"/>`;

/** A path around a square of 100 units, from its own origin. */
const square = `<Properties><PathGeometry><GeometryPathType><PathPointArray>${['0 0', '0 100', '100 100', '100 0']
  .map((anchor) => `<PathPointType Anchor="${anchor}" LeftDirection="900 900"/>`)
  .join('')}</PathPointArray></GeometryPathType></PathGeometry></Properties>`;
const at = (x: number, y: number) => `ItemTransform="1 0 0 1 ${x} ${y}"`;
const frame = (name: string, x: number, y: number, more = '') =>
  `<TextFrame Self="f${name}${x}" ParentStory="${name}" ${at(x, y)} ${more}>${square}</TextFrame>`;
const picture = (text: string, x: number) =>
  `<Rectangle Self="r${x}" ${at(x, 0)}>${square}<ObjectExportOption CustomAltText="${text}"/></Rectangle>`;
const spread = (name: string, content: string) =>
  `<Spread Self="${name}" ItemTransform="1 0 0 1 0 9000">${content}</Spread>`;

const range = (from: number, to = from) => ({ pageRange: [{ from, to }] });

describe('the pages of an IDML document', () => {
  const parts: IdmlParts = {
    stories: {
      u1: story('First'),
      u2: story('Left'),
      u3: story('Right'),
      u4: story('Beside'),
      u5: story('In a group'),
      u6: `${psr(csr(`${c('Around')}<TextFrame Self="a" ParentStory="u7"/>`))}`,
      u7: story('Anchored'),
      u8: story('Master'),
      u9: story('On a line'),
    },
    masterStories: ['u8'],
    spreads: [
      spread('s1', alone('p1') + frame('u1', 50, 0)),
      spread(
        's2',
        facing('p2', 'p3') +
          frame('u2', -300, 0) +
          frame('u3', 100, 0) +
          frame('u4', 900, 0) +
          `<Group Self="g" ${at(-1000, 0)}>${frame('u5', 750, 0)}</Group>` +
          frame('u6', -200, 100) +
          picture('A picture', -350) +
          picture('Another picture', 250) +
          `<GraphicLine Self="l" ${at(150, 0)}>${square}<TextPath Self="t" ParentStory="u9"/></GraphicLine>`,
      ),
    ],
  };

  it.each<[number, string[]]>([
    [1, ['First']],
    [2, ['A picture', 'Left', 'In a group', 'Around', 'Anchored']],
    [3, ['Another picture', 'Right', 'On a line']],
    [4, []],
  ])('page %i has the text of the frames and objects on it', async (page, expected) => {
    const texts = await textsOf(parts, range(page));
    expect(texts.sort()).toEqual(expected.sort());
  });

  it('text beside the pages and of master pages is translated with all pages alone', async () => {
    const all = await textsOf(parts);
    const ranged = await textsOf(parts, range(1, 3));
    expect(all.filter((text) => !ranged.includes(text)).sort()).toEqual(['Beside', 'Master']);
    expect((await extracted(parts, range(2))).summary.pageCount).toBe(3);
  });

  it('a story over several pages is on the one that it begins on', async () => {
    const threaded: IdmlParts = {
      stories: { u1: story('Over pages') },
      spreads: [
        spread('s1', alone('p1') + frame('u1', 20, 0, 'PreviousTextFrame="fu1-300" NextTextFrame="n"')),
        spread(
          's2',
          facing('p2', 'p3') +
            frame('u1', -300, 0, 'PreviousTextFrame="fu1900" NextTextFrame="fu120"') +
            frame('u1', 900, 0, 'PreviousTextFrame="n" NextTextFrame="fu1-300"'),
        ),
      ],
    };
    expect(await Promise.all([1, 2, 3].map((page) => textsOf(threaded, range(page))))).toEqual([
      [],
      ['Over pages'],
      [],
    ]);
  });

  it('a frame that lies on two pages is on the one with its middle, else on the first that it touches', async () => {
    const across: IdmlParts = {
      stories: { u1: story('Mostly right'), u2: story('Touches left') },
      spreads: [spread('s1', facing('p1', 'p2') + frame('u1', -40, 0) + frame('u2', -480, 0))],
    };
    expect(await textsOf(across, range(1))).toEqual(['Touches left']);
    expect(await textsOf(across, range(2))).toEqual(['Mostly right']);
  });

  it('what a file does not place is on the first page of its spread', async () => {
    const plain = { stories: { u1: story('One') }, pages: 2 };
    expect(await textsOf(plain, range(1))).toEqual(['One']);
    expect(await textsOf(plain, range(2))).toEqual([]);
  });

  it('stories outside of the range, and styles, stay as they are', async () => {
    const english = ' AppliedLanguage="$ID/English: UK"';
    const stories = { u1: psr(csr(c('One')), english), u2: psr(csr(c('Two')), english) };
    const two: IdmlParts = {
      stories,
      spreads: [spread('s1', facing('p1', 'p2') + frame('u1', -300, 0) + frame('u2', 100, 0))],
      styles: `<ParagraphStyle Self="s"${english}/>`,
    };
    const options = { ...range(2), targetLanguage: 'de' };
    expect(storyOf(await merged(two, ['Zwei'], options))).toBe(stories.u1);
    expect(await merged(two, ['Zwei'], options, 'Stories/Story_u2.xml')).toMatch(/German.*Zwei/s);
    expect(await merged(two, ['Zwei'], options, 'Resources/Styles.xml')).toContain('English');
  });
});
