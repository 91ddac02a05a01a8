import { DatabaseError } from 'pg';

/**
 * Whether the statement failed because of the values it was given (data exception, integrity constraint,
 * program limit, an exception raised by a trigger), so that it would fail again on any healthy server.
 */
export const isDataFault = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(22|23|54|P0)/.test(error.code ?? '');

/**
 * Description of an error that may be logged and stored. PostgreSQL quotes values in `message` and `detail`, so of its
 * errors only code and names are given.
 */
export const describeFault = (error: unknown): string => {
  if (!(error instanceof DatabaseError)) return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  const names = [error.table, error.column, error.constraint].filter((name) => name !== undefined);
  return [`PostgreSQL ${error.code ?? 'error'}`, ...names].join(' ');
};
