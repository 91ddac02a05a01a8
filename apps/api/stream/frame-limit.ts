/** Frames in a minute that a connection may send beside those that take a request of its key. */
export const framesAMinute = 600;
/** Frames in a minute after which the connection is closed: its caller has been told, and goes on. */
const closesAt = 2 * framesAMinute;

const windowMs = 60_000;

/** The fate of a frame; `refuse` comes once a minute, and the frames after it are `drop`ped unanswered. */
export type FrameFate = 'take' | 'refuse' | 'drop' | 'close';

/** Counts the frames of one connection that nothing else limits, in minutes that begin with the first of them. */
export class FrameLimit {
  private count = 0;
  private since = Number.NEGATIVE_INFINITY;

  take(now = performance.now()): FrameFate {
    if (now - this.since >= windowMs) {
      this.since = now;
      this.count = 0;
    }
    this.count += 1;
    if (this.count <= framesAMinute) return 'take';
    if (this.count > closesAt) return 'close';
    return this.count === framesAMinute + 1 ? 'refuse' : 'drop';
  }
}
