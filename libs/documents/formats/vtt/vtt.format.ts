import { textFormat } from '../text/text-format.js';
import { VttWalker } from './vtt.walker.js';

export const vttFormat = textFormat({
  name: 'vtt',
  mediaType: 'text/vtt',
  extensions: ['vtt'],
  options: ['include_source'],
  recognises: ({ text }) => /^WEBVTT(?:\s|$)/.test(text),
  walker: ({ languages }, _options, merging) => new VttWalker(merging?.includeSource ?? false, languages),
});
