/** The `code` of an error of Node, PostgreSQL and others, such as `ECONNREFUSED`; undefined without one. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
