import { Argument, type Command, Option } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Tier, tiers } from '#libs/domain/organization/organization.events.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { toName } from './arguments.js';
import { withNamedOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { type Service, withService } from './service.js';

const sending = <T>(work: (operator: typeof import('./operator.js'), service: Service) => Promise<T>): Promise<T> =>
  withService(async (service) => work(await import('./operator.js'), service));

const sendingTo = (
  named: string | undefined,
  work: (operator: typeof import('./operator.js'), service: Service, id: string) => Promise<void>,
): Promise<string> =>
  sending((operator, service) => withNamedOrganization(service, named, (id) => work(operator, service, id)));

export const addOrganizationCommands = (group: Command): void => {
  group
    .command('create')
    .description('create an organization with an owner and a key with every scope')
    .requiredOption('--name <name>', 'its name', toName)
    .addOption(new Option('--tier <tier>', 'its tier').choices(tiers).makeOptionMandatory())
    .option('--owner <name>', 'name of the owner in whose name the key acts', toName)
    .action(async ({ name, tier, owner }: { name: string; tier: Tier; owner?: string }, command: Command) => {
      const { organizationId, key } = await sending((operator, service) =>
        operator.createOrganization(service, { name, tier, ownerName: owner }),
      );
      print(command, { organization_id: organizationId, api_key: key }, () => [
        `Organization  ${organizationId}`,
        `API key       ${key}   (shown only now)`,
      ]);
    });

  group
    .command('list')
    .description('list every organization')
    .action(async (_options, command: Command) => {
      const organizations = await withService(async (service) => {
        await service.caughtUp('organizations');
        return new OrganizationQueries(service.readModels).list();
      });
      print(command, { organizations }, () =>
        table(
          ['ID', 'NAME', 'TIER', 'STATUS', 'CREATED'],
          organizations.map(({ id, name, tier, status, created_at }) => [id, name, tier, status, created_at]),
        ),
      );
    });

  group
    .command('set-tier')
    .description('change the tier, and with it the limits')
    .argument('[id]', 'organization (required)')
    .addArgument(new Argument('[tier]', 'its new tier (required)').choices(tiers))
    .action(async (named: string | undefined, tier: Tier | undefined, _options, command: Command) => {
      const id = await sendingTo(named, (operator, service, known) => {
        if (tier === undefined)
          throw new Rejection('invalid_request', { message: `Name its new tier: ${tiers.join(', ')}.` });
        return operator.setTier(service, known, tier);
      });
      print(command, { organization_id: id, tier }, () => [`${id} has tier ${tier}.`]);
    });

  group
    .command('suspend')
    .description('refuse every request of its keys, until resumed')
    .argument('[id]', 'organization (required)')
    .action(async (named: string | undefined, _options, command: Command) => {
      const id = await sendingTo(named, (operator, service, known) => operator.suspend(service, known));
      print(command, { organization_id: id, status: 'suspended' }, () => [`${id} is suspended.`]);
    });

  group
    .command('resume')
    .description('end a suspension')
    .argument('[id]', 'organization (required)')
    .action(async (named: string | undefined, _options, command: Command) => {
      const id = await sendingTo(named, (operator, service, known) => operator.resume(service, known));
      print(command, { organization_id: id, status: 'active' }, () => [`${id} is active.`]);
    });
};
