import { Document } from 'yaml';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { Convert } from '../conversion.port.js';
import { wholeText } from './data-limits.js';
import { nodesOfJson } from './json-nodes.js';
import { writtenNumberTag } from './written-number.js';

/** Each value is a document of its own; comments are lost. Strings that would be read as something else are quoted. */
export const jsonToYaml: Convert = async function* (file) {
  const nodes = nodesOfJson(await wholeText(file));
  if (nodes.length === 0) throw new FormatError('invalid', 'The file is not JSON.');
  for (const [index, node] of nodes.entries()) {
    // The readers of version 1.1, of which there are many, must not take a string for something else either.
    const document = new Document(null, {
      version: '1.2',
      compat: 'yaml-1.1',
      customTags: (tags) => [writtenNumberTag, ...tags],
    });
    document.contents = node as typeof document.contents;
    const text = document.toString({ lineWidth: 0 });
    yield Buffer.from(index === 0 ? text : `---\n${text}`);
  }
};
