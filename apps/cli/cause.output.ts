import { type Cause, causeLine, causePlace } from '#libs/platform/telemetry/cause.js';

export const causeHeadings = ['CAUSE', 'THROWN'] as const;

/** What failed and where it was thrown; both empty where nothing is known of it. */
export const causeCells = (cause: Cause | undefined): readonly [string | undefined, string | undefined] =>
  cause === undefined ? [undefined, undefined] : [causeLine(cause), causePlace(cause)];
