import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './stored-event.js';

export interface EventFilter {
  accepts(event: StoredEvent): boolean;
  /** Events examined before the server pauses. */
  searchWindow: number;
  /** Events examined between two checkpoints. */
  checkpointInterval: number;
}

const DEFAULT_SEARCH_WINDOW = 32;

/** @throws SyntaxError when JavaScript does not know the expression */
export const parseFilter = (options: ReadReq.Options.FilterOptions): EventFilter => {
  const onStream = options.getStreamIdentifier();
  const expression = onStream ?? options.getEventType();
  const pattern = expression?.getRegex() ?? '';
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = pattern === '' ? undefined : new RegExp(pattern, 'u');
  const matches = (text: string): boolean =>
    regex === undefined ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  const searchWindow = options.hasMax() ? options.getMax() : DEFAULT_SEARCH_WINDOW;
  return {
    accepts: onStream === undefined ? (event) => matches(event.type) : (event) => matches(event.stream),
    searchWindow,
    checkpointInterval: searchWindow * options.getCheckpointintervalmultiplier(),
  };
};
