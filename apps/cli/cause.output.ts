import { type Cause, causeLine, causePlace } from '#libs/platform/telemetry/cause.js';

export const causeHeadings = ['CAUSE', 'THROWN'] as const;

/** The failing step and its place in the code; both empty when they are unknown. */
export const causeCells = (cause: Cause | undefined): readonly [string | undefined, string | undefined] =>
  cause === undefined ? [undefined, undefined] : [causeLine(cause), causePlace(cause)];
