import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the result satisfies, for a generous time: machines are slow at times. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  satisfies: (answer: T) => boolean,
  withinMs = 150_000,
): Promise<T> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`Still not so after ${withinMs} ms: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
};
