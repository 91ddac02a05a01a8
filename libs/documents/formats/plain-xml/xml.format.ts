import { declaredEncoding } from '../html/html.encoding.js';
import { textFormat } from '../text/text-format.js';
import { sourceComment } from './source-comment.js';
import { XmlWalker } from './xml.walker.js';

export const xmlFormat = textFormat({
  name: 'xml',
  mediaType: 'application/xml',
  extensions: [
    'xml',
    'dita',
    'ditamap',
    'dbk',
    'resx',
    'resw',
    'xlf',
    'xliff',
    'tmx',
    'svg',
    'rss',
    'atom',
    'plist',
    'stringsdict',
  ],
  options: ['its_rules', 'include_source'],
  recognises: ({ text }) => /^\s*<\?xml\s/.test(text),
  declaredEncoding,
  walker: (context, options, merging) =>
    new XmlWalker(context, options, merging?.includeSource ? sourceComment(merging.sourceLanguage) : undefined),
});
