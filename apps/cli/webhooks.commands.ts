import { type Command, Option } from 'commander';
import { type DeliveryFilter, latestDeliveries } from '#projections/webhook-deliveries/latest-deliveries.js';
import { asList, type ListOptions } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { withService } from './service.js';

interface DeliveryOptions extends ListOptions {
  document?: string;
  status?: NonNullable<DeliveryFilter['status']>;
}

export const addWebhookCommands = (group: Command): void => {
  asList(group.command('deliveries'))
    .description('deliveries of an organization with their last attempt, newest first')
    .option('--document <id>', 'about this document')
    .addOption(new Option('--status <status>', 'in this state').choices(['pending', 'succeeded', 'failed']))
    .action(async ({ organization, document: documentId, status, limit }: DeliveryOptions, command: Command) => {
      const deliveries = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, organization);
        await service.caughtUp('webhook-deliveries', 'webhook-attempts');
        return latestDeliveries(service.pool, organizationId, { documentId, status }, limit);
      });
      print(command, { deliveries }, () =>
        table(
          ['DELIVERY', 'EVENT', 'DOCUMENT', 'STATUS', 'ATTEMPTS', 'CODE', 'REASON', 'LAST ATTEMPT', 'NEXT ATTEMPT'],
          deliveries.map((d) => [
            ...[d.id, d.event, d.document_id, d.status, d.attempts, d.status_code, d.reason],
            ...[d.last_attempt_at, d.next_attempt_at],
          ]),
        ),
      );
    });
};
