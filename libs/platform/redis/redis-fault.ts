import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** Copies an error without its command: `ReplyError` of ioredis holds all of it, with data of jobs or the password. */
export const withoutCommand = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error('Unknown fault of Redis');
  if (!('command' in error) && error.message !== '') return error;
  // Node's error for a name with several addresses has a code only.
  const message = error.message || (errorCodeOf(error) ?? error.name);
  return Object.assign(new Error(message), { name: error.name });
};

/** Reports each fault at most once in a while: an unavailable server fails every command of every queue. */
export class FaultReport {
  private readonly told = new Map<string, number>();

  constructor(
    private readonly tell: (error: Error) => void,
    private readonly atMostEveryMs = 30_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  readonly report = (fault: unknown): void => {
    const error = withoutCommand(fault);
    const now = this.now();
    for (const [message, at] of this.told) if (now - at >= this.atMostEveryMs) this.told.delete(message);
    if (this.told.has(error.message)) return;
    this.told.set(error.message, now);
    this.tell(error);
  };
}
