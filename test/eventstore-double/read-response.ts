import type { LogPosition } from './stored-event.js';
import { encodeMessage, wire } from './wire-writer.js';

/** The messages of a read that are no events, as `ReadResp`. */
export const confirmation = (subscriptionId: string): Buffer =>
  encodeMessage(() => wire.nested(2, () => wire.text(1, subscriptionId)));

export const checkpoint = ({ commit, prepare }: LogPosition): Buffer =>
  encodeMessage(() =>
    wire.nested(3, () => {
      wire.varint(2, prepare);
      wire.varint(1, commit);
    }),
  );

export const streamNotFound = (stream: string): Buffer =>
  encodeMessage(() => wire.nested(4, () => wire.nested(1, () => wire.text(3, stream))));

export const caughtUp = (): Buffer => encodeMessage(() => wire.nested(8));
