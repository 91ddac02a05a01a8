/** An attempt that can be given up. */
export type Attempt<T> = (signal: AbortSignal) => Promise<T>;

export interface Hedged<T> {
  first: Attempt<T>;
  /** Called when the time has come; returns undefined where there is no other host to ask. */
  second: () => Attempt<T> | undefined;
  afterMs: number;
  /** Aborts both attempts. */
  signal?: AbortSignal | undefined;
}

/**
 * Returns the first success of two attempts. The second begins when the first has not answered in time; the slower one
 * is aborted. An attempt that fails leaves the race to the other; when none is left, the first failure stands.
 */
export const hedge = <T>({ first, second, afterMs, signal }: Hedged<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const controllers: AbortController[] = [];
    let running = 0;
    let failure: { error: unknown } | undefined;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      for (const controller of controllers) controller.abort();
      end();
    };
    const start = (attempt: Attempt<T>) => {
      const controller = new AbortController();
      controllers.push(controller);
      running += 1;
      attempt(signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal])).then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => {
          failure ??= { error };
          running -= 1;
          if (running === 0) settle(() => reject(failure?.error));
        },
      );
    };
    const timer = setTimeout(() => {
      const attempt = second();
      if (attempt !== undefined) start(attempt);
    }, afterMs);
    start(first);
  });
