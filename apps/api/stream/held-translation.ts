import type { FrameWriter } from './frame-writer.js';

/** The reason for which a translation stops before its end. */
export type Stop = 'cancelled' | 'broken' | 'going-down';

/** A translation as the connection has it that its frames go to, whichever node makes it. */
export interface HeldTranslation {
  /** The caller's id of the translation. */
  readonly id: string | undefined;
  /** Bytes of the frame that asked for it. */
  readonly bytes: number;
  /** True once its last frame is made; it may be read again. */
  readonly hasEnded: boolean;
  /** Number of tokens so far: those that can be requested, and the next one. */
  readonly tokens: number;
  /** UTF-16 units that it keeps in memory. */
  readonly held: number;
  /** Resolves when the translation has ended, in whichever way. */
  readonly whenEnded: Promise<void>;
  /** Stops the translation; one that has ended is left as it is. */
  stop(how: Stop): void;
  /** Goes on from a token with another reader, or the same. */
  attach(outlet: FrameWriter, index: number): void;
  /** Leaves the translation without a reader, if this was its reader. */
  detach(outlet: FrameWriter): void;
}
