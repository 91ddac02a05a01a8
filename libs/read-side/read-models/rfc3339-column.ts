import type { ColumnOptions } from 'typeorm';

/** A `timestamptz` column whose values are RFC 3339 text (UTC, milliseconds), as in events and responses. */
export const rfc3339 = (options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type: 'timestamptz',
  transformer: {
    to: (text: string | null | undefined) => text,
    from: (date: Date | null) => date?.toISOString() ?? null,
  },
});
