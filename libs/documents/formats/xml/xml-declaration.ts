import { FormatError } from '#libs/documents/formats/format.errors.js';
import { invalidXml } from './xml-errors.js';
import { blankEnd } from './xml-names.js';

const setting = /[ \t\r\n]+([a-z]+)[ \t\r\n]*=[ \t\r\n]*(?:"([\w.-]*)"|'([\w.-]*)')/y;
const values: Readonly<Record<string, RegExp>> = {
  version: /^1\.[0-9]+$/,
  encoding: /^[A-Za-z]/,
  standalone: /^(?:yes|no)$/,
};
const order = /^version(?: encoding)?(?: standalone)?$/;

/** @throws FormatError where what stands at the start of a file is no declaration of XML 1, or names another encoding. */
export const checkXmlDeclaration = (declaration: string): void => {
  const names: string[] = [];
  let encoding = 'utf-8';
  let end = '<?xml'.length;
  setting.lastIndex = end;
  for (let found = setting.exec(declaration); found; found = setting.exec(declaration)) {
    const [, name = '', quoted, value = quoted ?? ''] = found;
    if (!values[name]?.test(value)) throw invalidXml();
    if (name === 'encoding') encoding = value;
    names.push(name);
    end = setting.lastIndex;
  }
  if (!order.test(names.join(' ')) || blankEnd(declaration, end) !== declaration.length - 2) throw invalidXml();
  if (!/^utf-?(?:8|16)(?:le|be)?$/i.test(encoding)) {
    throw new FormatError('invalid', 'A part of the document is neither in UTF-8 nor in UTF-16.');
  }
};
