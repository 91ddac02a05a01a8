import type { Readable } from 'node:stream';
import type { ErrorCode, ErrorDetails } from '#libs/domain/errors/error-catalogue.js';
import type { ServerFrame } from '../stream-frames.js';
import type { CredentialOwner } from '../stream-resumption.js';

/** Where a translation is held: a node, and the name that it has for the reader there. */
export interface HeldAt {
  nodeId: string;
  /** Id of a connection, or of a reader that a link brought. */
  holderId: string;
}

/** The first message of a link: asks for a translation, from a token on. */
export interface TakeMessage extends HeldAt, CredentialOwner {
  type: 'take';
  /** The caller's id of the translation. */
  id: string;
  index: number;
  /** The name under which the holder knows this reader from now on. */
  readerId: string;
}

/** Messages to the holder. */
export type ReaderMessage = TakeMessage | { type: 'cancel' } | { type: 'ping' };

/** Messages to the reader: one of the first three, then frames as the client gets them. */
export type HolderMessage =
  | { type: 'taken' }
  | ({ type: 'moved' } & HeldAt)
  | { type: 'refused'; code: ErrorCode; message: string; details?: ErrorDetails }
  | { type: 'alive' }
  | ServerFrame;

/** Maximum of characters of a message: more than the translation of the longest text. */
const maxLength = 1024 * 1024;

/** Reads messages, one a line. @throws Error for a line that is too long or no JSON */
export async function* messagesOf<Message>(socket: Readable): AsyncGenerator<Message, void, undefined> {
  socket.setEncoding('utf8');
  let rest = '';
  for await (const chunk of socket) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new Error('A message between nodes is too long');
    for (const line of lines) yield JSON.parse(line) as Message;
  }
}

export const lineOf = (message: HolderMessage | ReaderMessage): string => `${JSON.stringify(message)}\n`;
