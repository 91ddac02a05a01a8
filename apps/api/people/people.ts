import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { type KnownPeople, knownPeople } from '#projections/users/known-people.js';
import type { UserQueries } from '#projections/users/users.queries.js';

/** No user has this id. */
const nobody = 'usr_nobody';

/** The names of the users in an answer, for display: no entry, leaf or proof has them. */
export class People {
  constructor(
    private readonly subjectKeys: Pick<SubjectKeys, 'findMany'>,
    private readonly users: Pick<UserQueries, 'namesOf'>,
    private readonly accounts: Pick<Accounts, 'withEmail'>,
  ) {}

  /** The users among the ids who are known and not erased, by id. E-mail addresses are for who may read compliance data. */
  named(organizationId: string, ids: Iterable<string>): Promise<KnownPeople> {
    return knownPeople(this.subjectKeys, this.users, organizationId, ids);
  }

  /**
   * The id of the user whom a filter names by id or by e-mail address. An address that no account of the organization has
   * is of nobody, and finds nothing.
   */
  async idOf(organizationId: string, idOrEmail: string): Promise<string> {
    if (!idOrEmail.includes('@')) return idOrEmail;
    const accounts = await this.accounts.withEmail(idOrEmail);
    return accounts.find((account) => account.organizationId === organizationId)?.userId ?? nobody;
  }
}
