import { Composer, Parser } from 'yaml';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { Convert } from '../conversion.port.js';
import { wholeText } from './data-limits.js';
import { JsonWriter } from './json-writer.js';

/** Comments and tags are lost; several documents are a list. */
export const yamlToJson: Convert = async function* (file) {
  const tokens = new Parser().parse(await wholeText(file));
  const composer = new Composer({ version: '1.2', uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  const documents = Array.from(composer.compose(tokens, true));
  if (documents.some(({ errors }) => errors.length > 0)) throw new FormatError('invalid', 'The file is not YAML.');
  yield Buffer.from(JsonWriter.write(documents));
};
