/** Hours that what was held is kept at least after its last hold was lifted. */
export const graceHours = 24;

/** Time from which on what was held may be removed, when its last hold was lifted at this time. */
export const releasedAt = (liftedAt: string): string =>
  new Date(Date.parse(liftedAt) + graceHours * 60 * 60 * 1_000).toISOString();
