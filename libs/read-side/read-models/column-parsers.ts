import { TypeOverrides, types } from 'pg';

/**
 * Parsers of `int8` to a number and `timestamptz` to RFC 3339 text, for whom they are given to. (TypeORM's `parseInt8` would
 * change the driver's defaults for the whole process, the event store's pool included.)
 */
export const columnParsers = (): TypeOverrides => {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, Number);
  parsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
  return parsers;
};
