import { type Command, Option } from 'commander';
import { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { type DocumentFilter, DocumentQueries } from '#projections/documents/documents.queries.js';
import { asList, assertPeriod, type ListOptions, timeForm, timestamp } from './arguments.js';
import { causeCells, causeHeadings } from './cause.output.js';
import { print, table } from './output.js';
import { type Service, withService } from './service.js';

const states = ['pending', 'processing', 'completed', 'failed', 'expired'] as const;

/** The texts and names of documents stay sealed: they are their organization's, and nobody notes who reads them here. */
const sealed = { open: async () => null };

const queriesOf = async ({ readModels, caughtUp }: Service): Promise<DocumentQueries> => {
  await caughtUp('documents', 'document-status');
  return new DocumentQueries(readModels, sealed);
};

const shown = ({ filename: _, source_blob_id: __, file, ...document }: DocumentView) => ({
  ...document,
  size_bytes: file?.size_bytes ?? null,
});

/** The document of whichever organization. @throws Rejection `document_not_found` */
const find = (id: string, target: string | undefined) =>
  withService(async (service) => {
    const queries = await queriesOf(service);
    const { rows } = await service.pool.query<{ organization_id: string }>(
      'select organization_id from read_model.document where id = $1',
      [id],
    );
    const [owner] = rows;
    const found = owner && (await queries.find(owner.organization_id, id, target));
    if (found === undefined) throw new Rejection('document_not_found');
    return shown(found);
  });

const list = ({ organization, limit, ...filter }: ListOptions & DocumentFilter) =>
  withService(async (service) => {
    assertPeriod(filter);
    const { chooseOrganization } = await import('./choose-organization.js');
    const organizationId = await chooseOrganization(service, organization);
    const { documents } = await (await queriesOf(service)).list(organizationId, filter, { limit, offset: 0 });
    return documents.map(shown);
  });

const addList = (group: Command): void => {
  asList(group.command('list'))
    .description('documents of an organization, newest first; their names stay sealed')
    .addOption(new Option('--status <status>', 'in this state').choices(states))
    .option('--start <time>', `uploaded at this time or later (${timeForm})`, timestamp)
    .option('--end <time>', `uploaded before this time (${timeForm})`, timestamp)
    .action(async (options: ListOptions & DocumentFilter, command: Command) => {
      const documents = await list(options);
      print(command, { documents }, () =>
        table(
          ['DOCUMENT', 'STATUS', 'DONE', 'FORMAT', 'FROM', 'TO', 'WORDS', 'UPLOADED', 'ERROR'],
          documents.map((d) => [
            ...[d.id, d.status, `${d.progress} %`, d.format, d.source_language, d.target_language, d.word_count],
            ...[d.created_at, d.error?.code],
          ]),
        ),
      );
    });
};

export const addDocumentCommands = (group: Command): void => {
  addList(group);

  group
    .command('show')
    .description('one document of any organization; its name stays sealed')
    .argument('<id>', 'document')
    .option('--target <language>', 'with its translation into this language instead of the newest')
    .action(async (id: string, { target }: { target?: string }, command: Command) => {
      const document = await find(id, target);
      print(command, { document }, () =>
        Object.entries(document).map(([name, value]) => {
          const text = typeof value === 'object' && value !== null ? `${value.code}: ${value.message}` : (value ?? '–');
          return `${name.padEnd(21)} ${text}`;
        }),
      );
    });

  group
    .command('failed')
    .description('documents of the last month that were not translated, and why')
    .action(async (_options, command: Command) => {
      const failed = await withService(({ pool }) => new FailedTranslations(pool).latest());
      print(command, { failed }, () =>
        table(
          ['DOCUMENT', 'TRANSLATION', 'CODE', 'ATTEMPTS', 'FAILED AT', ...causeHeadings],
          failed.map((d) => [d.documentId, d.translationId, d.code, d.attempts, d.failedAt, ...causeCells(d.cause)]),
        ),
      );
    });
};
