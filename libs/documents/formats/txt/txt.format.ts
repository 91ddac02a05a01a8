import { textFormat } from '../text/text-format.js';
import { TxtWalker } from './txt.walker.js';

export const txtFormat = textFormat({
  name: 'txt',
  mediaType: 'text/plain',
  extensions: ['txt', 'text'],
  options: ['include_source'],
  walker: (_context, _options, merging) => new TxtWalker(merging?.includeSource ?? false),
});
