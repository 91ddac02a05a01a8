/** Channel on which it is told what projections have passed, as JSON `[[name, position], …]`. */
export const progressChannel = 'projection_progress';

/** Channel on which readers say that they wait for that; while nobody does, nothing is told. */
export const awaitedChannel = 'projection_awaited';

/** How long a reader that waits is told; it says so again until it has what it waits for. */
export const toldForMs = 500;
