import type { ServerResponse } from 'node:http';

/** Milliseconds in which a reader takes at least something. */
const stalledAfterMs = 60_000;

/**
 * Closes the connection of a reader that takes nothing of a response for so long: what waits for it takes memory and a
 * place among the exports. Once the response has left, the connection lives by its usual rules.
 */
export const endWhenStalled = (response: ServerResponse, afterMs = stalledAfterMs): void => {
  response.setTimeout(afterMs, () => response.destroy());
  response.once('finish', () => response.setTimeout(0));
};
