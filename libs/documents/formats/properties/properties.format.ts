import { isUtf8 } from 'node:buffer';
import { textFormat } from '../text/text-format.js';
import { cutOffLength } from '../text/utf8.codec.js';
import { PropertiesWalker } from './properties.walker.js';

export const propertiesFormat = textFormat({
  name: 'properties',
  mediaType: 'text/x-java-properties',
  extensions: ['properties'],
  options: ['keys', 'include_source'],
  // As Java reads such files: UTF-8, and what is none as ISO 8859-1.
  declaredEncoding: (head) => (isUtf8(head.subarray(0, head.length - cutOffLength(head))) ? undefined : 'iso-8859-1'),
  walker: ({ codec }, { keys }, merging) =>
    new PropertiesWalker(codec, keys, merging?.includeSource ? merging.sourceLanguage : undefined),
});
