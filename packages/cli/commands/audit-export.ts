import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { verifyExportIn } from '@transledger/audit-proof/files';
import type { Download, Query } from '@transledger/sdk';
import { type Command, Option } from 'commander';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import { isRecord } from '../private-file.js';
import { ReceivedFile } from '../received-file.js';
import type { Runner } from '../runner.js';
import { addAuditFilters, auditFiltersIn } from './audit-filters.js';
import { judge, judgedLines } from './audit-verdict.js';

const formats = ['ndjson', 'csv', 'xlsx', 'ocsf', 'cef'] as const;

interface ExportOptions {
  format: (typeof formats)[number];
  cursor?: string;
  out?: string;
  sinceLast?: true;
}

/** The file with the places of exports, in the folder of the exports: that of `transledger-admin` too. */
const placesFile = (out: string): string => join(dirname(resolve(out)), '.audit-exports.json');

const placesIn = async (file: string): Promise<Record<string, unknown>> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const places: unknown = JSON.parse(text);
    if (isRecord(places)) return places;
  } catch {
    // It is said below.
  }
  throw new CommandError(
    'config',
    `${file} is damaged.`,
    'Mend it, or remove it and export once without --since-last.',
  );
};

const keepPlace = async (file: string, name: string, cursor: string): Promise<void> => {
  const places = { ...(await placesIn(file)), [name]: cursor };
  await writeFile(`${file}.new`, `${JSON.stringify(places, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
};

const newline = 0x0a;

/** An export that did not arrive as it was sent. */
class ExportFault extends Error {}

/** The pieces of an export, of which each is counted; at their end they are what the service has recorded. */
async function* asRecorded(context: Context, download: Download, format: string): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  let lines = 0;
  for await (const piece of download) {
    sum.update(piece);
    for (const byte of piece) if (byte === newline) lines += 1;
    context.output.bar.show(0, `${lines} lines`);
    yield piece;
  }
  if (format === 'ndjson') return;
  const id = download.response.headers.get('x-export-id') ?? '';
  const { sha256 } = await (await context.client()).auditLogs.getExport(id, context.call);
  if (sha256 !== sum.digest('hex')) throw new ExportFault('What arrived is not what the service has recorded.');
}

interface Written {
  exit: ExitName;
  lines: readonly string[];
}

type Append = (piece: Uint8Array) => Promise<void>;

/** The pieces, each once it was written. */
async function* writing(pieces: AsyncIterable<Uint8Array>, append: Append): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await append(piece);
    yield piece;
  }
}

/** Writes an export, which is verified on its way where it can be. */
const written = async (
  context: Context,
  pieces: AsyncIterable<Uint8Array>,
  options: ExportOptions,
  append: Append,
): Promise<Written> => {
  const passing = writing(pieces, append);
  if (options.format === 'ndjson') {
    const judged = await judge(context, await verifyExportIn(passing), {});
    return { exit: judged.exit, lines: judgedLines(judged) };
  }
  try {
    for await (const _ of passing);
    return { exit: 'ok', lines: [] };
  } catch (error) {
    if (error instanceof ExportFault) return { exit: 'proof', lines: [`✗ ${error.message}`] };
    throw error;
  }
};

/** Writes an export to standard output, or to a file that has its name once all is well. */
const writtenTo = async (
  context: Context,
  pieces: AsyncIterable<Uint8Array>,
  options: ExportOptions,
): Promise<Written> => {
  if (options.out === undefined) return written(context, pieces, options, (piece) => context.output.write(piece));
  const target = await ReceivedFile.open(options.out);
  let found: Written | undefined;
  try {
    found = await written(context, pieces, options, (piece) => target.append(piece));
    return found;
  } finally {
    if (found?.exit === 'ok') await target.finish();
    else await target.discard();
  }
};

const exportLog = async (context: Context, options: ExportOptions): Promise<ExitName> => {
  const { format, cursor, out, sinceLast } = options;
  const { output } = context;
  if (sinceLast && out === undefined)
    throw new CommandError('input', '--since-last needs --out: the place is kept beside the file.');
  const { url } = await context.profile();
  const filters = auditFiltersIn(options);
  const given = Object.entries({ format, ...filters }).map(([name, value]): [string, string] => [name, String(value)]);
  const name = `${url}?${new URLSearchParams(given)}`;
  const places = out === undefined ? undefined : placesFile(out);
  const place = sinceLast && places !== undefined ? (await placesIn(places))[name] : undefined;
  const from = cursor ?? (typeof place === 'string' ? place : undefined);
  const query = { format, cursor: from, ...filters } as Query<'exportAuditLog'>;
  const { auditLogs } = await context.client();
  const download = await auditLogs.export(query, context.call);
  const pieces = asRecorded(context, download, format);
  const judged = await writtenTo(context, pieces, options);
  output.bar.clear();
  for (const line of judged.lines) output.note(line);
  if (judged.exit !== 'ok') return judged.exit;
  const id = download.response.headers.get('x-export-id') ?? '';
  const record = await auditLogs.getExport(id, context.call);
  if (sinceLast && places !== undefined && record.next_cursor !== null)
    await keepPlace(places, name, record.next_cursor);
  if (out === undefined) return 'ok';
  const { entries, sha256, next_cursor } = record;
  await output.print({ export_id: id, format, entries, sha256, next_cursor, output: out }, () => [
    `${id}: ${entries} entries in ${out}`,
  ]);
  return 'ok';
};

export const addAuditExport = (audit: Command, run: Runner): void => {
  const command = audit
    .command('export')
    .description('entries of the audit log, the oldest first; NDJSON is verified as it arrives')
    .addOption(new Option('--format <format>', 'how entries are written').choices(formats).default('ndjson'));
  addAuditFilters(command)
    .option('--cursor <id>', 'behind this entry')
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .option('--since-last', 'behind the last export of the same kind to the same folder')
    .action(run(async (context, options: ExportOptions) => exportLog(context, options)));
};
