import type { Command } from 'commander';
import { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { causeCells, causeHeadings } from './cause.output.js';
import { print, table } from './output.js';
import { withService } from './service.js';

export const addDocumentCommands = (program: Command): void => {
  const group = program.command('documents').description('documents to be translated');

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
