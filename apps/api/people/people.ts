import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import type { KnownPeople } from './people.dto.js';

/** Persons that are looked up for one answer at most: as many as a page has entries. */
const maxPeople = 1_000;

/** No user has this id. */
const nobody = 'usr_nobody';

const isUserId = (id: string): boolean => id.startsWith('usr_');

/** The names of the users in an answer, for display: no entry, leaf or proof has them. */
export class People {
  constructor(
    private readonly subjectKeys: Pick<SubjectKeys, 'findMany'>,
    private readonly users: Pick<UserQueries, 'namesOf'>,
    private readonly accounts: Pick<Accounts, 'withEmail'>,
  ) {}

  /** The users among the ids who are known and not erased, by id. E-mail addresses are for who may read compliance data. */
  async named(organizationId: string, ids: Iterable<string>): Promise<KnownPeople> {
    const wanted = [...new Set(ids)].filter(isUserId).slice(0, maxPeople);
    const subjects = await this.subjectKeys.findMany(organizationId, wanted);
    const names = await this.users.namesOf(organizationId, [...subjects.values()]);
    const people: KnownPeople = {};
    for (const id of wanted) {
      const found = names.get(subjects.get(id) ?? '');
      if (found !== undefined) people[id] = { name: found.name, ...(found.email !== '' && { email: found.email }) };
    }
    return people;
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
