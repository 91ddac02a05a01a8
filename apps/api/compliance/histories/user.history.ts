import { user } from '#libs/domain/user/user.decider.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { FoldedRows } from '#libs/read-side/projection/rows/folded-rows.js';
import { namedOwners } from '#projections/named-owners/named-owners.projection.js';
import { type ListedUserRow, namedOwnerRow, toUserRecord } from '#projections/users/user-record.js';
import { users } from '#projections/users/users.projection.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import type { OwnWrites } from '../../access/own-writes.js';
import type { HistoryResource } from './history-resource.js';

interface Sources {
  subjectKeys: Pick<SubjectKeys, 'find' | 'openMany'>;
  users: Pick<UserQueries, 'accountOf' | 'findNamed'>;
  ownWrites: Pick<OwnWrites, 'visibleIn'>;
}

/** A user by the account, or by the user id as long as the user is not erased, deleted ones too, and an owner without an account, also by its reference. */
export const userHistory = ({ subjectKeys, users: queries, ownWrites }: Sources): HistoryResource<ListedUserRow> => ({
  category: user.category,
  idPrefix: 'acc',
  aliases: [
    {
      idPrefix: 'usr',
      ownId: async (organizationId, userId) => {
        const subject = await subjectKeys.find(organizationId, userId);
        if (subject === undefined) return undefined;
        await ownWrites.visibleIn('users', 'named-owners');
        const account = await queries.accountOf(organizationId, subject);
        if (account !== undefined) return account;
        const named = await queries.findNamed(organizationId, subject);
        return named && subject;
      },
    },
    // What the audit log names an owner without an account by.
    { idPrefix: 'sub', ownId: async (_organizationId, subject) => subject },
  ],
  begin: () => {
    const accounts = new FoldedRows(users);
    const owners = new FoldedRows(namedOwners);
    return {
      apply: (event) => {
        accounts.apply(event);
        owners.apply(event);
      },
      snapshot: () => accounts.rows.find(({ deleted_at }) => deleted_at === null) ?? owners.rows.map(namedOwnerRow)[0],
    };
  },
  show: async (_organizationId, moments) => {
    const seals = moments.map(({ snapshot: { subject, sealed_user } }) => ({ subject, sealed: sealed_user }));
    const opened = await subjectKeys.openMany(seals);
    return moments.map(({ snapshot }, index) => toUserRecord(snapshot, opened[index] ?? null));
  },
});
