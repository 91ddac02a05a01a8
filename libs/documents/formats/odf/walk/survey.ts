import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { odfName, odfValue } from '../odf-names.js';
import { StyleBook } from '../styles/style-book.js';
import { PageCount } from './page-count.js';
import { type Scope, Scopes } from './scope.js';
import { TextPages } from './text-pages.js';

/** Facts about all sheets or slides that are needed before the first of them is written. */
export interface Survey {
  sheets: readonly { name: string; isTranslated: boolean }[];
  /** Folders of the objects that are on pages in the page range. */
  objects: ReadonlySet<string>;
}

/** Sheets, or objects, of one document. */
const maxCounted = 100_000;

export const surveyContent = async (
  archive: ZipArchive,
  content: ZipEntry,
  common: StyleBook,
  { options, isLaidOut }: { options: FormatOptions; isLaidOut: boolean },
): Promise<Survey> => {
  const sheets: { name: string; isTranslated: boolean }[] = [];
  const objects = new Set<string>();
  const book = new StyleBook(common);
  const textPages = isLaidOut && options.pageRange ? new TextPages(options.pageRange, options, book) : undefined;
  const scopes = new Scopes(options, book, new PageCount(options.pageRange), textPages);
  const isOutside = options.pageRange !== undefined && !isLaidOut;
  const outside: Scope = isOutside ? { role: 'body', omission: 'page' } : { role: 'body' };
  const outer: Scope[] = [];
  let scope = outside;
  for await (const tokens of partTokens(archive, content)) {
    for (const token of tokens) {
      if (token.kind === 'close') scope = outer.pop() ?? outside;
      if (token.kind !== 'open') continue;
      book.read(token);
      const isSheet = scope.isInSpreadsheet && odfName(token) === 'table:table';
      outer.push(scope);
      scope = scopes.enter(scope, token);
      if (isSheet) {
        const name = odfValue(token.attributes, 'table:name') ?? '';
        sheets.push({
          name,
          isTranslated: scope.omission === undefined && /\p{L}/u.test(name) && name.trim() === name,
        });
      }
      if (scope.omission === undefined && odfName(token) === 'draw:object') {
        objects.add((odfValue(token.attributes, 'xlink:href') ?? '').replace(/^\.\//, ''));
      }
      if (sheets.length > maxCounted || objects.size > maxCounted) {
        throw new FormatError('hostile', 'The document has too many sheets or objects.');
      }
    }
  }
  return { sheets, objects };
};
