import { textFormat } from '../text/text-format.js';
import { declaredEncoding } from './html.encoding.js';
import { HtmlWalker } from './html.walker.js';

export const htmlFormat = textFormat({
  name: 'html',
  mediaType: 'text/html',
  extensions: ['html', 'htm', 'xhtml'],
  declaredEncoding,
  walker: (context) => new HtmlWalker(context),
});
