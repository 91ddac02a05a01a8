import { type AuditEntry, type Query, TransledgerError } from '@transledger/sdk';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { toCount } from '../option-values.js';
import { Patience } from '../patience.js';
import { isRecord } from '../private-file.js';
import type { Runner } from '../runner.js';
import { type AuditFilters, addAuditFilters, auditFiltersIn } from './audit-filters.js';

const isEntry = (value: unknown): value is AuditEntry & Record<string, unknown> =>
  isRecord(value) && !('type' in value) && typeof value.id === 'string';

const entryIn = (line: string): AuditEntry | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const print = ({ output }: Context, entry: AuditEntry): Promise<void> =>
  output.print(entry, () => [
    `${entry.timestamp}  ${entry.action} ${entry.result}  ${entry.resource} ${entry.resource_id}  ${entry.user_id}`,
  ]);

/** The id of the entry behind which to go on: the last that is shown, else the newest of all. */
const showLast = async (context: Context, filters: AuditFilters, lines: number): Promise<string | undefined> => {
  const { auditLogs } = await context.client();
  const listed = await auditLogs
    .list({ ...filters, limit: lines } as Query<'listAuditLogs'>, context.call)
    .first(lines);
  for (const entry of listed.toReversed()) await print(context, entry);
  const [newest] = listed.length > 0 ? listed : await auditLogs.list({ limit: 1 }, context.call).first(1);
  return newest?.id;
};

const tail = async (context: Context, options: { lines: number }): Promise<void> => {
  const filters = auditFiltersIn(options);
  const { io, output } = context;
  const { auditLogs } = await context.client();
  const patience = new Patience(io);
  for (let cursor = await showLast(context, filters, options.lines); ; ) {
    try {
      const query = { ...filters, cursor, follow: true } as Query<'exportAuditLog'>;
      for await (const line of (await auditLogs.export(query, context.call)).lines()) {
        patience.reset();
        const entry = entryIn(line);
        if (entry === undefined) continue;
        await print(context, entry);
        cursor = entry.id;
      }
    } catch (error) {
      if (io.signal.aborted || !(error instanceof TransledgerError && error.retryable)) throw error;
      output.note(`${error.message} It is followed again, behind the last entry.`);
    }
    await patience.wait();
  }
};

export const addAuditTail = (audit: Command, run: Runner): void => {
  addAuditFilters(audit.command('tail').description('follow the audit log, each entry as it is signed'))
    .option('--lines <number>', 'the last so many first', toCount, 10)
    .action(run(async (context, options: { lines: number }) => tail(context, options)));
};
