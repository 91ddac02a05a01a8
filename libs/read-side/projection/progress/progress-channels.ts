/** Channel of the positions that projections have passed, as JSON `[[name, position], …]`. */
export const progressChannel = 'projection_progress';

/** Channel on which readers say that they wait; without waiting readers nothing is notified. */
export const awaitedChannel = 'projection_awaited';

/** Milliseconds that a waiting reader is notified for; it says again that it waits until its position is passed. */
export const toldForMs = 500;
