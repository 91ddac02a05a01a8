import { textFormat } from '../text/text-format.js';
import { TxtWalker } from './txt.walker.js';

export const txtFormat = textFormat({
  name: 'txt',
  mediaType: 'text/plain',
  extensions: ['txt', 'text'],
  walker: () => new TxtWalker(),
});
