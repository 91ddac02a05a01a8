import type { FormulaSyntax } from '#libs/documents/formats/formulas/formula-syntax.js';
import { decodeXstring, encodeXstring } from '../text/xstring.js';

export const excelSyntax: FormulaSyntax = {
  dialect: 'excel',
  matching: 'wildcards',
  decode: decodeXstring,
  encode: encodeXstring,
};
