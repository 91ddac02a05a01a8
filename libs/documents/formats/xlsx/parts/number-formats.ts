import { formatTagUnit } from '#libs/documents/formats/opc/format-units.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import type { Overflows } from '#libs/documents/formats/overflows.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';

/** The texts that formats of numbers write beside these, in the looks of cells and in conditional formatting, each once. */
export async function* numberFormatUnits(
  batches: AsyncIterable<XmlToken[]>,
  context: TextContext,
  overflows: Overflows,
): AsyncGenerator<TextUnit, void> {
  const known = new KnownTexts();
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind !== 'open' || token.local !== 'numFmt') continue;
      const code = token.attributes.find(({ local }) => local === 'formatCode');
      if (code !== undefined) yield formatTagUnit(token, code.name, context, known, overflows);
    }
  }
}
