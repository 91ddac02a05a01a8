import { beginsWithJson } from '../json/json.recognition.js';
import { textFormat } from '../text/text-format.js';
import { XcstringsWalker } from './xcstrings.walker.js';

const beginning = /^\s*\{\s*"sourceLanguage"\s*:\s*"[^"\n]{1,40}"\s*,\s*"strings"\s*:\s*\{/;

export const xcstringsFormat = textFormat({
  name: 'xcstrings',
  mediaType: 'application/json',
  extensions: ['xcstrings'],
  basedOn: 'json',
  declaredEncoding: () => 'utf-8',
  becomesUtf8: ({ sourceLanguage, targetLanguage }) => sourceLanguage !== targetLanguage,
  recognises: ({ text }) => beginsWithJson(text) && beginning.test(text),
  walker: (context, { targetLanguage }) => new XcstringsWalker(context, targetLanguage),
});
