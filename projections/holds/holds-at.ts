/** Times at which a hold was placed and lifted. */
export interface HoldTimes {
  placed_at: string;
  /** Null while it is not lifted. */
  lifted_at: string | null;
}

/** The holds on a document as they were known at a time (RFC 3339): see `expiryUnderHolds`. */
export const holdsAt = (
  holds: readonly HoldTimes[],
  time: string,
): { is_held: boolean; last_lifted_at: string | null } => {
  let is_held = false;
  let last_lifted_at: string | null = null;
  for (const { placed_at, lifted_at } of holds) {
    if (placed_at > time) continue;
    if (lifted_at === null || lifted_at > time) is_held = true;
    else if (last_lifted_at === null || lifted_at > last_lifted_at) last_lifted_at = lifted_at;
  }
  return { is_held, last_lifted_at };
};
