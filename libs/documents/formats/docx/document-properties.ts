import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';

/** Characters that no page exceeds; a document with more a page has a page count that was never brought up to date. */
const maxCharactersPerPage = 12_000;

/** The page count that the program which saved the document last wrote down, undefined where it cannot be right. */
export const pageCountOf = async (
  batches: AsyncIterable<XmlToken[]>,
  characters: number,
): Promise<number | undefined> => {
  let isPages = false;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (isPages && token.kind === 'text') {
        const pages = Number(token.text);
        return Number.isInteger(pages) && pages > 0 && characters <= pages * maxCharactersPerPage ? pages : undefined;
      }
      isPages = token.kind === 'open' && token.local === 'Pages';
    }
  }
  return undefined;
};
