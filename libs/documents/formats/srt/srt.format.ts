import { textFormat } from '../text/text-format.js';
import { SrtWalker } from './srt.walker.js';

const firstCue = /^\s*\d+[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*\d+:\d+:\d+[,.]\d+\s*-->/;

export const srtFormat = textFormat({
  name: 'srt',
  mediaType: 'application/x-subrip',
  extensions: ['srt'],
  recognises: ({ text }) => firstCue.test(text),
  options: ['include_source'],
  walker: (_context, _options, merging) => new SrtWalker(merging?.includeSource ?? false),
});
