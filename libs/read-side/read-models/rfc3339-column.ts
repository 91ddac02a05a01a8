import type { ColumnOptions } from 'typeorm';

/** A `timestamptz` that is RFC 3339 text (UTC, milliseconds) in the program, as events and answers have it. */
export const rfc3339 = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'timestamptz',
  transformer: {
    to: (text: string | null | undefined) => text,
    from: (date: Date | null) => date?.toISOString() ?? null,
  },
});
