import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Role, roles } from '#libs/domain/user/user.events.js';
import { publicUrlOf } from '#libs/platform/config/settings.js';
import type { KnownAccount } from '#libs/ports/accounts/accounts.port.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { toName } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { type Service, withService } from './service.js';

const listedUsers = 1_000;
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

const parseEmail = (given: string): string => {
  if (emailForm.test(given)) return given;
  throw new Rejection('invalid_request', { message: `"${given}" is not an e-mail address.` });
};

/** Reads a password, without the end of its line, and hashes it. */
const hashFromStdin = async (): Promise<string> => {
  const { hashPassword, passwordFault } = await import('#libs/platform/passwords/password-hashing.js');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') {
    const message =
      'No password came on standard input: pipe it in, such as by  printf %s "$PASSWORD" | transledger-admin users …';
    throw new Rejection('invalid_request', { message });
  }
  const fault = passwordFault(password);
  if (fault !== undefined) throw new Rejection('invalid_request', { message: `The password ${fault}.` });
  return hashPassword(password);
};

/** The account of a user, by id or by address. */
const accountOf = async ({ accounts }: Service, organizationId: string, user: string): Promise<KnownAccount> => {
  const ofOrganization = (account: KnownAccount) => account.organizationId === organizationId;
  const account = user.includes('@')
    ? (await accounts.withEmail(user)).find(ofOrganization)
    : await accounts.withUserId(organizationId, user);
  if (account === undefined) throw new Rejection('not_found', { message: 'The user does not exist.' });
  return account;
};

const inviteUrl = ({ settings }: Service, token: string): string => `${publicUrlOf(settings)}/console/invite#${token}`;

interface CreateOptions {
  organization?: string;
  email: string;
  role: Role;
  name?: string;
  passwordStdin?: boolean;
}

const createUser = (options: CreateOptions) =>
  withService(async (service) => {
    const email = parseEmail(options.email);
    const { role } = options;
    const hash = options.passwordStdin === true ? await hashFromStdin() : undefined;
    const organizationId = await chooseOrganization(service, options.organization);
    const operator = await import('./operator.js');
    const invite = await operator.inviteUser(service, organizationId, { email, name: options.name ?? '', role });
    if (hash !== undefined) await operator.setPassword(service, organizationId, invite.accountId, hash);
    const invite_url = hash === undefined ? inviteUrl(service, invite.token) : null;
    return { id: invite.userId, organization_id: organizationId, email, role, invite_url };
  });

const resetPassword = (user: string, options: { organization?: string; passwordStdin?: boolean }) =>
  withService(async (service) => {
    const hash = options.passwordStdin === true ? await hashFromStdin() : undefined;
    const organizationId = await chooseOrganization(service, options.organization);
    const account = await accountOf(service, organizationId, user);
    const operator = await import('./operator.js');
    if (hash !== undefined) {
      await operator.setPassword(service, organizationId, account.accountId, hash);
      return { id: account.userId, invite_url: null };
    }
    const { token } = await operator.renewInvite(service, organizationId, account);
    return { id: account.userId, invite_url: inviteUrl(service, token) };
  });

const listUsers = (options: { organization?: string }) =>
  withService(async (service) => {
    const organizationId = await chooseOrganization(service, options.organization);
    await service.caughtUp('users');
    const queries = new UserQueries(service.readModels, service.subjectKeys);
    return queries.list(organizationId, { limit: listedUsers, offset: 0 });
  });

const linkLine = (invite_url: string | null): string =>
  invite_url === null ? 'The password is set.' : `Link  ${invite_url}   (shown only now, for seven days)`;

export const addUserCommands = (group: Command): void => {
  group
    .command('create')
    .description('invite a user, or create one with a password')
    .requiredOption('--email <address>', 'by which the user signs in')
    .addOption(new Option('--role <role>', 'what the user may do').choices(roles).makeOptionMandatory())
    .option('--name <name>', 'what the user is called', toName)
    .option('--organization <id>', 'needed when there are several')
    .option('--password-stdin', 'read the password from standard input instead of printing a link')
    .action(async (options: CreateOptions, command: Command) => {
      const created = await createUser(options);
      print(command, created, () => [`User  ${created.id}`, `Role  ${created.role}`, linkLine(created.invite_url)]);
    });

  group
    .command('list')
    .description('list the users of an organization')
    .option('--organization <id>', 'needed when there are several')
    .action(async (options: { organization?: string }, command: Command) => {
      const { users } = await listUsers(options);
      print(command, { users }, () =>
        table(
          ['ID', 'E-MAIL', 'NAME', 'ROLE', 'STATUS', 'CREATED'],
          users.map((user) => [user.id, user.email, user.name, user.role, user.status, user.created_at]),
        ),
      );
    });

  group
    .command('reset-password')
    .description('end the sessions and the password of a user, and print a link at which to set another')
    .argument('<user>', 'id or e-mail address')
    .option('--organization <id>', 'needed when there are several')
    .option('--password-stdin', 'read the new password from standard input instead of printing a link')
    .action(async (user: string, options: { organization?: string; passwordStdin?: boolean }, command: Command) => {
      const reset = await resetPassword(user, options);
      print(command, reset, () => [linkLine(reset.invite_url)]);
    });

  group
    .command('delete')
    .description('delete a user, whose sessions end')
    .argument('<user>', 'id or e-mail address')
    .option('--organization <id>', 'needed when there are several')
    .action(async (user: string, options: { organization?: string }, command: Command) => {
      const id = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, options.organization);
        const account = await accountOf(service, organizationId, user);
        const operator = await import('./operator.js');
        await operator.deleteUser(service, organizationId, account.accountId);
        return account.userId;
      });
      print(command, { id, deleted: true }, () => [`${id} is deleted.`]);
    });
};
