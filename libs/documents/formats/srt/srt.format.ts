import { textFormat } from '../text/text-format.js';
import { SrtWalker } from './srt.walker.js';

export const srtFormat = textFormat({
  name: 'srt',
  mediaType: 'application/x-subrip',
  extensions: ['srt'],
  walker: () => new SrtWalker(),
});
