import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { publicUrlOf } from '#libs/platform/config/settings.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { chooseOrganization } from './choose-organization.js';
import { print } from './output.js';
import { withService } from './service.js';

const makeLink = (named: string | undefined) =>
  withService(async (service) => {
    const organizationId = await chooseOrganization(service, named);
    await service.caughtUp('users', 'named-owners');
    const subject = await new UserQueries(service.readModels, service.subjectKeys).ownerWithoutSignIn(organizationId);
    if (subject === undefined) {
      const message =
        'An owner of the organization can sign in: invite the next one, on the screen People or by users create.';
      throw new Rejection('conflict', { message });
    }
    const operator = await import('./operator.js');
    const { token, expiresAt } = await operator.makeOwnerLink(service, organizationId, subject);
    const url = `${publicUrlOf(service.settings)}/console/owner#${token}`;
    return { organization_id: organizationId, owner_url: url, expires_at: expiresAt };
  });

export const addOwnerCommands = (group: Command): void => {
  group
    .command('link')
    .description('print the link by which the owner of the first start sets name, e-mail address and password')
    .option('--organization <id>', 'needed when there are several')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const link = await makeLink(organization);
      print(command, link, () => [`Link  ${link.owner_url}   (shown only now, for fifteen minutes)`]);
    });
};
