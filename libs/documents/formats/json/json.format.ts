import { textFormat } from '../text/text-format.js';
import { JsonWalker } from './json.walker.js';
import { secondKeys } from './second-keys.js';

/** An object or list whose first token inside is one of JSON; a text in brackets is none. */
const firstTokens =
  /^\s*(?:\{\s*(?:\}|"(?:[^"\\\n]|\\.)*"\s*:)|\[\s*(?:\]\s*$|\{\s*["}]|\[|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/;

export const jsonFormat = textFormat({
  name: 'json',
  mediaType: 'application/json',
  extensions: ['json', 'json5', 'jsonl'],
  options: ['keys', 'include_source'],
  recognises: ({ text }) => firstTokens.test(text),
  walker: (context, { keys }) => new JsonWalker(context, keys),
  bilingualWalker: async (context, { keys, sourceLanguage }, texts) =>
    new JsonWalker(context, keys, await secondKeys(texts, sourceLanguage)),
});
