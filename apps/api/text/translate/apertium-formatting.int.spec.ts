import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createApertiumEngine } from '#libs/ports/inference/apertium/apertium-engine.js';
import { formattedTexts } from '#libs/text/segments/formatted-text.arbitrary.js';
import { pairedMarkup } from '#libs/text/segments/markup-pairs.js';
import { layOut } from '#libs/text/segments/text-layout.js';
import { translateText } from '../translation/text-translation.js';

const engine = createApertiumEngine({ maxPipelines: 5 });
afterAll(() => engine.close());

const translate = async (source: string, target: string, text: string) =>
  translateText(engine, {
    organizationId: 'org_1',
    text,
    pair: { source, target },
    domain: 'general',
    formality: undefined,
    quality: 'balanced',
    preserveFormatting: true,
  });
const translation = async (source: string, target: string, text: string): Promise<string> =>
  (await translate(source, target, text)).translation;

const countOf = (text: string, piece: string): number => text.split(piece).length - 1;

/** Both halves of each pair of markup, as a reader of the text finds them. */
const pairsIn = (text: string): string[] =>
  layOut(text)
    .flatMap((piece) => {
      const { tokens, partners } = pairedMarkup(piece.text);
      return [...partners].flatMap(([from, to]) =>
        from < to ? [`${tokens[from]?.text ?? ''}…${tokens[to]?.text ?? ''}`] : [],
      );
    })
    .sort();

const isEmphasis = (pair: string): boolean => /^(?:\*\*|~~)/.test(pair);

describe.each([
  ['en', 'es', ['the', 'black', 'cat', 'of', 'my', 'friend', 'is', 'in', 'big', 'houses', 'and', 'qwrtz']],
  ['es', 'ca', ['el', 'gato', 'negro', 'de', 'mi', 'amigo', 'está', 'en', 'una', 'casa', 'y', 'zzyzx']],
  ['fr', 'es', ['le', 'chat', 'noir', 'de', 'mon', 'ami', 'est', 'dans', 'la', 'maison', 'et', 'qwrtz']],
  ['nb', 'da', ['den', 'svarte', 'katten', 'til', 'min', 'venn', 'er', 'i', 'store', 'hus', 'og', 'qwrtz']],
])('Apertium, %s to %s', (source, target, words) => {
  it('Apertium keeps every span once, every break in its place, and markup well nested', async () => {
    await fc.assert(
      fc.asyncProperty(formattedTexts(words), async ({ text, spans, breaks }) => {
        const translated = await translation(source, target, text);
        // `1.5 kg` stands in `11.5 kg`, too.
        for (const span of spans) expect([span, countOf(translated, span)]).toEqual([span, countOf(text, span)]);
        const [before, after] = [pairsIn(text), pairsIn(translated)];
        expect(after.filter((pair) => !isEmphasis(pair))).toEqual(before.filter((pair) => !isEmphasis(pair)));
        // Two words that are both in bold may become one.
        const signs = countOf(translated, '**') + countOf(translated, '~~');
        expect([signs % 2, signs <= 2 * before.filter(isEmphasis).length]).toEqual([0, true]);
        for (const sign of ['`', '<', '>', '[', ']', '|', '\t']) {
          expect([sign, countOf(translated, sign)]).toEqual([sign, countOf(text, sign)]);
        }
        // `el el` is `l'el` in Catalan.
        expect(countOf(translated, '\u00a0')).toBeLessThanOrEqual(countOf(text, '\u00a0'));
        expect(translated.match(/[\n\r\u2028]+/gu) ?? []).toEqual(breaks.filter((each) => each !== ' | '));
      }),
      { numRuns: 60 },
    );
  });
});
