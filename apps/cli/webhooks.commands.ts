import { type Command, Option } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type DeliveryFilter, latestDeliveries } from '#projections/webhook-deliveries/latest-deliveries.js';
import { asList, type ListOptions } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { type Service, withService } from './service.js';

interface DeliveryOptions extends ListOptions {
  document?: string;
  status?: NonNullable<DeliveryFilter['status']>;
}

/** @throws Rejection `document_not_found`: of a misspelt id there would be no delivery either */
const assertDocument = async ({ pool, caughtUp }: Service, organizationId: string, id: string): Promise<void> => {
  await caughtUp('documents');
  const { rowCount } = await pool.query('select from read_model.document where id = $1 and organization_id = $2', [
    id,
    organizationId,
  ]);
  if (rowCount !== 1) throw new Rejection('document_not_found');
};

export const addWebhookCommands = (group: Command): void => {
  asList(group.command('deliveries'))
    .description('deliveries of an organization with their last attempt, newest first')
    .option('--document <id>', 'about this document')
    .addOption(new Option('--status <status>', 'in this state').choices(['pending', 'succeeded', 'failed']))
    .action(async ({ organization, document: documentId, status, limit }: DeliveryOptions, command: Command) => {
      const deliveries = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, organization);
        await service.caughtUp('webhook-deliveries', 'webhook-attempts');
        const found = await latestDeliveries(service.pool, organizationId, { documentId, status }, limit);
        if (found.length === 0 && documentId !== undefined) await assertDocument(service, organizationId, documentId);
        return found;
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
