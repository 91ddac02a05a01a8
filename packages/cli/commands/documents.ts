import type { Document, DocumentReport, Query } from '@transledger/sdk';
import type { Command } from 'commander';
import { dataOf } from '../answer-data.js';
import type { Context } from '../context.js';
import { toCount } from '../option-values.js';
import { tableOf } from '../output.js';
import { receive } from '../received-file.js';
import type { Runner } from '../runner.js';

const headings = ['DOCUMENT', 'STATUS', 'FROM', 'TO', 'PROGRESS', 'FILE'];

const rowOf = ({ id, status, source_language, target_language, progress, filename }: Document) => [
  id,
  status,
  source_language,
  target_language,
  `${progress} %`,
  filename,
];

interface ListOptions {
  limit: number;
  status?: Document['status'];
  source?: string;
  target?: string;
}

const list = async (context: Context, { limit, status, source, target }: ListOptions): Promise<void> => {
  const query = { status, source, target, limit: Math.min(limit, 100) } as Query<'listDocuments'>;
  const found = await (await context.client()).documents.list(query, context.call).first(limit);
  await context.output.list(found, headings, rowOf);
};

const show = async (context: Context, id: string, target: string | undefined): Promise<void> => {
  const document = await (await context.client()).documents.get(id, { target }, context.call);
  await context.output.print(dataOf(document), () => tableOf(headings, [rowOf(document)]));
};

const wait = async (context: Context, id: string, target: string | undefined): Promise<void> => {
  const { output } = context;
  const job = (await context.client()).documents.resume(id, { target });
  let last: Document | undefined;
  for await (const state of job.progress(context.call)) {
    output.bar.show(state.progress / 100, `${id} ${state.status}`);
    last = state;
  }
  if (last !== undefined) await output.print(last, () => tableOf(headings, [rowOf(last)]));
};

const reportLines = ({ segments, skipped, warnings }: DocumentReport): string[] => [
  `${segments.translated} of ${segments.found} segments are translated, ${segments.repeated} of them as an equal one before.`,
  ...skipped.map(({ count, reason }) => `${count} left as they were: ${reason}`),
  ...warnings.map(({ message }) => `Remark: ${message}`),
];

interface DownloadOptions {
  target?: string;
  as?: string;
  bilingual?: true;
  out?: string;
}

const download = async (context: Context, id: string, options: DownloadOptions): Promise<void> => {
  const { target, as: format, bilingual, out } = options;
  const query = { target, format, include_source: bilingual } as Query<'downloadDocument'>;
  await receive(context, await (await context.client()).documents.download(id, query, context.call), out);
};

interface TargetOption {
  target?: string;
}

const targetOption = ['--target <language>', 'the translation to this language; the newest when omitted'] as const;

/** `documents`. */
export const addDocuments = (program: Command, run: Runner): void => {
  const documents = program.command('documents').description('documents that were uploaded');
  documents
    .command('list')
    .description('the newest first')
    .option('--limit <number>', 'at most so many', toCount, 20)
    .option('--status <status>', 'pending, processing, completed, failed or expired')
    .option('--source <language>', 'from this language')
    .option('--target <language>', 'to this language')
    .action(run(async (context, options: ListOptions) => list(context, options)));
  documents
    .command('show')
    .description('one of them')
    .argument('<id>')
    .option(...targetOption)
    .action(run(async (context, id: string, { target }: TargetOption) => show(context, id, target)));
  documents
    .command('wait')
    .description('wait for the end of a translation')
    .argument('<id>')
    .option(...targetOption)
    .action(run(async (context, id: string, { target }: TargetOption) => wait(context, id, target)));
  documents
    .command('report')
    .description('what became of each segment')
    .argument('<id>')
    .option(...targetOption)
    .action(
      run(async (context, id: string, { target }: TargetOption) => {
        const report = await (await context.client()).documents.report(id, { target }, context.call);
        await context.output.print(dataOf(report), () => reportLines(report));
      }),
    );
  documents
    .command('download')
    .description('the translated file')
    .argument('<id>')
    .option(...targetOption)
    .option('--as <format>', 'in another format, such as pdf or txt')
    .option('--bilingual', 'source and translation in one file')
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .action(run(async (context, id: string, options: DownloadOptions) => download(context, id, options)));
  documents
    .command('delete')
    .description('delete a document with its translations')
    .argument('<id>')
    .action(
      run(async (context, id: string) => {
        await (await context.client()).documents.delete(id, context.call);
        await context.output.print({ id, deleted: true }, () => [`${id} is deleted.`]);
      }),
    );
};
