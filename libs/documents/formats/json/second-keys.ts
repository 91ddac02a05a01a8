import { rawTextOf, type TextPiece } from '../text/text-walker.js';
import { decodeJson } from './json-string.js';
import { type JsonToken, JsonTokenizer } from './json-tokens.js';

/** UTF-16 code units of the keys that are remembered; a file with more of them gets no second keys. */
const maxTakenLength = 1024 * 1024;

/** Names the key that the source of a value gets; undefined where it gets none. */
export type SecondKeys = (key: JsonToken) => string | undefined;

/** The second keys of a file: each key with the source language behind it, unless some object has such a key already. */
export const secondKeys = async (texts: AsyncIterable<string>, language: string): Promise<SecondKeys> => {
  const suffix = `.${language}`;
  const taken = await keysWith(suffix, texts);
  return ({ kind, raw }) => {
    if (!taken || kind === 'long' || taken.has(nameOf({ kind, raw }) + suffix)) return undefined;
    return kind === 'word' ? `"${raw}${suffix}"` : raw.slice(0, -1) + suffix + raw.slice(-1);
  };
};

const nameOf = ({ kind, raw }: JsonToken): string => (kind === 'word' ? raw : decodeJson(raw.slice(1, -1)));

/** The keys of all objects of a file that end so; undefined where there are too many. */
const keysWith = async (suffix: string, texts: AsyncIterable<string>): Promise<Set<string> | undefined> => {
  const tokenizer = new JsonTokenizer();
  const found = new Set<string>();
  let length = 0;
  let last: JsonToken | undefined;
  const take = (tokens: readonly JsonToken[]): void => {
    for (const token of tokens) {
      if (token.kind === 'colon' && last) {
        const name = nameOf(last);
        if (name.endsWith(suffix) && !found.has(name)) {
          found.add(name);
          length += name.length;
        }
      }
      if (token.kind !== 'space') last = token.kind === 'string' || token.kind === 'word' ? token : undefined;
    }
  };
  for await (const text of texts) {
    take(tokenizer.push(text));
    if (length > maxTakenLength) return undefined;
  }
  take(tokenizer.end());
  return found;
};

/** The pieces of a value and the quote that ends it, and behind it a second member once one of its segments differs. */
export const withSecond = (pieces: readonly TextPiece[], quote: string, second: string): TextPiece[] => {
  let isChanged = false;
  const last = pieces.findLastIndex((piece) => typeof piece !== 'string');
  const tail = rawTextOf(pieces.slice(last + 1)) + quote;
  return pieces.slice(0, last + 1).map((piece, at): TextPiece => {
    if (typeof piece === 'string') return piece;
    return {
      ...piece,
      render: (translation) => {
        isChanged = true;
        return piece.render(translation);
      },
      ...(at === last && { behind: () => tail + (isChanged ? second : '') }),
    };
  });
};
