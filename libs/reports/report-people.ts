import type { Table } from './report-content.js';

/** A user as reports name one: the id as the log has it, `[erased]` for all who are erased; the rest as known when the report is made. */
export interface NamedUser {
  readonly user_id: string;
  readonly user_name: string | null;
  readonly user_email: string | null;
}

/** Names of the users whose ids stand in a report, by id. */
export type KnownUsers = Readonly<Record<string, { readonly name: string; readonly email?: string }>>;

/** Those of the users who are known. */
export const knownUsers = (users: readonly NamedUser[]): KnownUsers =>
  Object.fromEntries(
    users.flatMap(({ user_id, user_name, user_email }) =>
      user_name === null && user_email === null
        ? []
        : [[user_id, { name: user_name ?? '', ...(user_email !== null && { email: user_email }) }]],
    ),
  );

/** The columns of a table that has a row for each user. */
export const userColumns: Table['columns'] = [
  { name: 'User', align: 'start' },
  { name: 'Name', align: 'start' },
  { name: 'E-mail address', align: 'start' },
];

export const userCells = (user: NamedUser): [id: string, name: string | null, email: string | null] => [
  user.user_id,
  user.user_name,
  user.user_email,
];

/** Several users can have one name: the id tells them apart. */
export const userLabel = ({ user_id, user_name }: NamedUser): string =>
  user_name === null ? user_id : `${user_name} (${user_id})`;
