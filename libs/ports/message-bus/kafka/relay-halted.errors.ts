import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { EventReference } from '#libs/platform/telemetry/life-cycle/life-cycle.events.js';

/** An event is larger than its topic takes; nothing is published after it until an operator raises the limit. */
export class RelayHaltedError extends PlainError {
  override readonly name = 'RelayHaltedError';
  readonly reason: string;

  constructor(readonly at: EventReference & { topic: string; bytes: number }) {
    const { event, type, position, bytes, topic } = at;
    const what = `event ${event} (${type}, position ${position}, ${bytes} bytes)`;
    const reason = `${what} is larger than ${topic} takes: raise its max.message.bytes`;
    super(`The relay has halted: ${reason}`);
    this.reason = reason;
  }
}
