import { textFormat } from '../text/text-format.js';
import { withoutEmbeddedData } from './embedded-data.js';
import { MarkdownWalker } from './markdown.walker.js';

export const markdownFormat = textFormat({
  name: 'markdown',
  mediaType: 'text/markdown',
  extensions: ['md', 'markdown', 'mdx'],
  options: ['translate_alt_text', 'preserve_images', 'include_source'],
  walker: (context, options, merging) => withoutEmbeddedData(new MarkdownWalker(context, options, merging)),
});
