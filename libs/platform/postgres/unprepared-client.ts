import { Client } from 'pg';

const withoutName = (statement: unknown): unknown => {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement || !('name' in statement)) {
    return statement;
  }
  return { ...statement, name: undefined };
};

/** A client that prepares no statement by name: behind a pooler in transaction mode the next session may not have it. */
export class UnpreparedClient extends Client {
  override query(...[statement, ...rest]: never[]): never {
    return super.query(withoutName(statement) as never, ...rest) as never;
  }
}
