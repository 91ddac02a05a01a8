import type { Report, ReportRequest } from '@transledger/sdk';
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { toCount } from '../option-values.js';
import { tableOf } from '../output.js';
import { receive } from '../received-file.js';
import type { Runner } from '../runner.js';

const types = ['gdpr_dpa', 'gdpr_dpia', 'eu_ai_act', 'vahti', 'soc2', 'iso27001', 'usage', 'audit'] as const;
const formats = ['pdf', 'json', 'csv', 'xlsx'] as const;

const headings = ['REPORT', 'TYPE', 'FORMAT', 'STATUS', 'FROM', 'TO'];

const rowOf = ({ id, type, format, status, period }: Report) => [id, type, format, status, period.start, period.end];

interface CreateOptions {
  start: string;
  end: string;
  format: ReportRequest['format'];
  out?: string;
  wait: boolean;
}

const create = async (context: Context, type: ReportRequest['type'], options: CreateOptions): Promise<void> => {
  const { start, end, format, out, wait } = options;
  const { output } = context;
  const { reports } = await context.client();
  const job = await reports.create({ type, format, period: { start, end } }, context.call);
  if (!wait) {
    const ordered = await reports.get(job.id, context.call);
    return output.print(ordered, () => tableOf(headings, [rowOf(ordered)]));
  }
  output.note(`${job.id} is ordered.`);
  for await (const { progress, status } of job.progress(context.call))
    output.bar.show(progress / 100, `${job.id} ${status}`);
  output.bar.clear();
  await receive(context, await job.download({}, context.call), out);
};

/** `reports`. */
export const addReports = (program: Command, run: Runner): void => {
  const reports = program.command('reports').description('compliance reports');
  reports
    .command('list')
    .description('the newest first')
    .option('--limit <number>', 'at most so many', toCount, 100)
    .action(
      run(async (context, { limit }: { limit: number }) => {
        const found = await (await context.client()).reports.list({}, context.call).first(limit);
        await context.output.list(found, headings, rowOf);
      }),
    );
  reports
    .command('create')
    .description('order one, wait for it, and receive it')
    .addArgument(new Argument('<type>').choices(types))
    .requiredOption('--start <date>', 'first day of the period')
    .requiredOption('--end <date>', 'last day of the period')
    .addOption(new Option('--format <format>', 'of the report').choices(formats).default('pdf'))
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .option('--no-wait', 'order it alone')
    .action(
      run(async (context, type: ReportRequest['type'], options: CreateOptions) => create(context, type, options)),
    );
  reports
    .command('download')
    .description('receive one that is completed')
    .argument('<id>')
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .action(
      run(async (context, id: string, { out }: { out?: string }) => {
        await receive(context, await (await context.client()).reports.download(id, context.call), out);
      }),
    );
};
