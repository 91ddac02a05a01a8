import { Composer, Parser } from 'yaml';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { indentedLines } from '#libs/documents/formats/yaml/loose-lines.js';
import type { Convert } from '../conversion.port.js';
import { wholeText } from './data-limits.js';
import { JsonWriter } from './json-writer.js';

const documentsOf = (text: string) => {
  const composer = new Composer({ version: '1.2', uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  return Array.from(composer.compose(new Parser().parse(text), true));
};

const isWhole = (documents: readonly { errors: readonly unknown[] }[]): boolean =>
  documents.every(({ errors }) => errors.length === 0);

/** Comments and tags are lost; several documents are a list. */
export const yamlToJson: Convert = async function* (file) {
  const text = await wholeText(file);
  const strict = documentsOf(text);
  const documents = isWhole(strict) ? strict : documentsOf(indentedLines(text));
  if (!isWhole(documents)) throw new FormatError('invalid', 'The file is not YAML.');
  yield Buffer.from(JsonWriter.write(documents));
};
