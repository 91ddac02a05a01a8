import { textFormat } from '../text/text-format.js';
import { declaredEncoding } from './html.encoding.js';
import { beginsWithHtml } from './html.recognition.js';
import { HtmlWalker } from './html.walker.js';
import { PageWalker } from './page.walker.js';

export const htmlFormat = textFormat({
  name: 'html',
  mediaType: 'text/html',
  extensions: ['html', 'htm', 'xhtml'],
  recognises: ({ text }) => beginsWithHtml(text),
  declaredEncoding,
  options: ['translate_alt_text', 'hidden', 'preserve_images', 'include_source'],
  walker: (context, options, merging) => new PageWalker(new HtmlWalker(context, options, merging)),
});
