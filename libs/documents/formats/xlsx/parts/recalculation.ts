import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { changeOf } from './changes.js';

/** Elements of a workbook that stand behind the properties of its calculation. */
const behind = new Set([
  ...['oleSize', 'customWorkbookViews', 'pivotCaches', 'smartTagPr', 'smartTagTypes', 'webPublishing'],
  ...['fileRecoveryPr', 'webPublishObjects', 'extLst'],
]);

/** Lets Excel calculate all formulas of the workbook when it opens it: their results are those of the source text. */
export async function* recalculationUnits(batches: AsyncIterable<XmlToken[]>): AsyncGenerator<TextUnit, void> {
  let depth = 0;
  let prefix = '';
  const added = () => `<${prefix}calcPr fullCalcOnLoad="1"/>`;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind === 'open') {
        depth += 1;
        if (depth === 1) prefix = token.prefix === '' ? '' : `${token.prefix}:`;
        if (depth !== 2) continue;
        if (token.local === 'calcPr') {
          const isSet = /^(?:1|true)$/.test(attributeOf(token.attributes, 'fullCalcOnLoad') ?? '');
          if (!isSet) yield changeOf(token, putAttribute(token.raw, token.attributes, 'fullCalcOnLoad', '1'));
          return;
        }
        if (!behind.has(token.local)) continue;
        yield changeOf({ start: token.start, end: token.start }, added());
        return;
      }
      if (token.kind !== 'close') continue;
      depth -= 1;
      if (depth === 0) yield changeOf({ start: token.start, end: token.start }, added());
    }
  }
}
