import { textFormat } from '../text/text-format.js';
import { beginsWithJson } from './json.recognition.js';
import { JsonWalker } from './json.walker.js';
import { secondKeys } from './second-keys.js';

export const jsonFormat = textFormat({
  name: 'json',
  mediaType: 'application/json',
  extensions: ['json', 'json5', 'jsonl'],
  options: ['keys', 'include_source'],
  recognises: ({ text }) => beginsWithJson(text),
  walker: (context, { keys }) => new JsonWalker(context, keys),
  bilingualWalker: async (context, { keys, sourceLanguage }, texts) =>
    new JsonWalker(context, keys, { secondKey: await secondKeys(texts, sourceLanguage) }),
});
