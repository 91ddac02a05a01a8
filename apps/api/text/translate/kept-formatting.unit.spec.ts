import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formattedTexts } from '#libs/text/segments/formatted-text.arbitrary.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { translateText } from '../translation/text-translation.js';

const translation = async (text: string, preserveFormatting = true): Promise<string> => {
  const request = {
    organizationId: 'org_1',
    text,
    pair: { source: 'en', target: 'es' },
    domain: 'general',
    formality: undefined,
    quality: 'balanced',
    preserveFormatting,
  } as const;
  return (await translateText(new ShoutingEngine(), request)).translation;
};

describe('formatting is kept', () => {
  it('in random mixtures of formatting only words change', async () => {
    await fc.assert(
      fc.asyncProperty(formattedTexts(['house', 'the', 'black', 'cat', 'of', 'water']), async ({ text, shouted }) => {
        expect(await translation(text)).toBe(shouted);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['Markdown', 'a **b** _c_ `d`\n# e\n[f](g) ![h](i) ~~j~~', 'A **B** _C_ `d`\n# E\n[F](g) ![H](i) ~~J~~'],
    ['a table', '| a | b |\n|:--|---|\n|c|`d|e`|', '| A | B |\n|:--|---|\n|C|`d|e`|'],
    ['fenced code', 'a\n```js\nlet b;\n```\nc', 'A\n```js\nlet b;\n```\nC'],
    ['a fence that nothing closes', '```\na', '```\nA'],
    [
      'HTML',
      '<p class="x">a<br>b <i>c</i></p> &nbsp; <!-- d -->',
      '<p class="x">A<br>B <i>C</i></p> &nbsp; <!-- d -->',
    ],
    [
      'ICU plurals',
      'a {n, plural, offset:1 =0 {b} one {# c} other {# d {x}}} e',
      'A {n, plural, offset:1 =0 {B} one {# C} other {# D {x}}} E',
    ],
    [
      'ICU messages in messages',
      '{g, select, f {a {n, plural, one {b} other {c}}} other {d}}',
      '{g, select, f {A {n, plural, one {B} other {C}}} other {D}}',
    ],
    ['what is no ICU message', '{n, plural, a} {n, plural, one {b}', '{N, PLURAL, A} {N, PLURAL, ONE {b}'],
    ['what only looks like markup', 'a < b > c, 2 * x * y, x_y_z a<b', 'A < B > C, 2 * X * Y, x_y_z A<B'],
    ['a link definition', 'a [b][c]\n[c]: https://d.e "f"', 'A [B][c]\n[c]: https://d.e "f"'],
    ['tags that cross', '<b>a <i>b</b> c</i>', '<b>A <i>B</b> C</i>'],
  ])('the formatting of %s is kept', async (_what, text, expected) => expect(await translation(text)).toBe(expected));

  it('spans and inline markup stay when white space is not to be kept', async () =>
    expect(await translation(' a  **b**\n\n {c}\t`d  e` ', false)).toBe('A **B** {c} `d e`'));
});
