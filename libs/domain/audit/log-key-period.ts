/** A key of an organization's log, and the time in which it signs. */
export interface LogKeyPeriod {
  /** From 1 in each organization; every rotation and every new log has the next. */
  generation: number;
  /** Name of the log that it signs. */
  origin: string;
  /** RFC 3339; undefined for the first key of an organization. */
  validFrom: string | undefined;
  /** RFC 3339; undefined while no end is known. */
  validUntil: string | undefined;
}

/** The keys that sign a log at a time, the newest first. */
export const keysThatSign = (keys: readonly LogKeyPeriod[], origin: string, now: Date): LogKeyPeriod[] =>
  keys
    .filter((key) => key.origin === origin && (key.validUntil === undefined || new Date(key.validUntil) > now))
    .sort((one, other) => other.generation - one.generation);

/** The key of a log that is the first of its organization. */
export const firstKeyOf = (origin: string): LogKeyPeriod => ({
  generation: 1,
  origin,
  validFrom: undefined,
  validUntil: undefined,
});
