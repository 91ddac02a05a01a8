import { FormatError } from '../format.errors.js';
import type { ValuePlace } from '../values/command-value.js';
import { MessageFile } from '../values/message-file.js';
import { decodeJson } from './json-string.js';
import { JsonTokenizer } from './json-tokens.js';

/** UTF-16 code units at the start of a file by which it is told whether it has messages. */
export const sampleLength = 64 * 1024;

const constant = /^(?:true|false|null|[+-]?[\d.]+(?:e[+-]?\d+)?)$/i;

/** Whether the beginning of a file of JSON is one of messages; what is no JSON is none. */
export const hasMessages = (sample: string): boolean => {
  const messages = new MessageFile();
  const open: { sign: string; place: ValuePlace; isRecord: boolean }[] = [];
  let place: ValuePlace = {};
  let string: string | undefined;
  try {
    for (const { kind, raw } of new JsonTokenizer().push(sample)) {
      if (kind === 'space') continue;
      const container = open.at(-1);
      // A string is a key when a colon follows it.
      if (string !== undefined && kind === 'colon') place = { key: string, parent: container?.place.key };
      else if (string !== undefined) {
        messages.addString(string, container?.sign === '[' ? container.place : place, container?.isRecord ?? false);
      }
      string = kind === 'string' ? decodeJson(raw.slice(1, -1)) : undefined;
      if (kind === 'word' && constant.test(raw)) messages.addOther();
      else if (kind === 'close') open.pop();
      else if (kind === 'open') {
        const isListed = container?.sign === '[';
        const isRecord = container?.isRecord || (isListed && raw === '{');
        open.push({ sign: raw, place: isListed ? container.place : place, isRecord });
      }
    }
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  return messages.isOne;
};
