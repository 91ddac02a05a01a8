import { beginsWithJson } from '../json/json.recognition.js';
import { JsonWalker, type MessageJson } from '../json/json.walker.js';
import { textFormat } from '../text/text-format.js';

/**
 * An apostrophe before a brace begins a quotation of ICU, in which nothing is filled in: `l'{name}`. A brace that a message quotes, alone or
 * with a word in it, is one: `'{'`, `'{so}'`.
 */
const quotation = /(?<quoted>'[{}]'|(?<![\p{L}\p{N}])'\{[^{}']{0,80}\}')|'(?=\{)/gu;

const messages: MessageJson = {
  keeps: (key) => key.startsWith('@'),
  languageKey: '@@locale',
  languageTag: (language) => language.replaceAll('-', '_'),
  written: (text) => text.replace(quotation, (_found, quoted?: string) => quoted ?? '’'),
};

export const arbFormat = textFormat({
  name: 'arb',
  mediaType: 'application/json',
  extensions: ['arb'],
  options: ['keys'],
  basedOn: 'json',
  recognises: ({ text }) => beginsWithJson(text) && text.includes('"@@locale"'),
  walker: (context, { keys }) => new JsonWalker(context, keys, { messages }),
});
