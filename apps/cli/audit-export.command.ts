import { resolve } from 'node:path';
import { entriesOf } from '@transledger/audit-proof/files';
import { type Command, Option } from 'commander';
import { exportFormats } from '#libs/domain/audit-export/audit-export.events.js';
import { besideService } from '#libs/engines/service-file.js';
import { publicUrlOf, readSettings } from '#libs/platform/config/settings.js';
import { httpUrl } from './arguments.js';
import { type ExportedFile, exportTo } from './audit-export.js';
import { addFilters, filtersIn } from './audit-export-filters.js';
import { destinationOf } from './export-destinations/destination-of.js';
import { keepPlace, placeOf } from './export-destinations/export-places.js';
import { endProgress, print, progressBar, progressLine } from './output.js';

interface ExportOptions {
  format: string;
  cursor?: string;
  output?: string;
  sinceLast?: true;
  url?: string;
  apiKey?: string;
}

const serviceUrl = (): string => {
  const dataDir = resolve(readSettings(process.env).TRANSLEDGER_DATA_DIR);
  return publicUrlOf(readSettings(besideService(dataDir, process.env)));
};

const printExport = (command: Command, file: ExportedFile, output: string): void => {
  const { export_id, format, entries, sha256, next_cursor } = file;
  print(command, { export_id, format, entries, sha256, next_cursor, output }, () => [
    `${export_id}: ${entriesOf(entries)} in ${output}`,
    `SHA-256 ${sha256}${format === 'ndjson' ? ' of all but the last line' : ''}`,
  ]);
};

const exportLog = async (options: ExportOptions, command: Command): Promise<void> => {
  const { output, sinceLast, apiKey, format, url = serviceUrl() } = options;
  if (sinceLast && output === undefined)
    command.error('✗ Say --output with --since-last: the place is kept beside the file.');
  if (apiKey === undefined || apiKey.trim() === '')
    return command.error('✗ A key with the scope compliance:read is needed: set AUDIT_API_KEY, or give --api-key.');
  const given = { format, ...filtersIn(options) };
  const name = `${url}?${new URLSearchParams(given)}`;
  const destination = await destinationOf(output, process.env);
  try {
    const cursor = options.cursor ?? (sinceLast ? await placeOf(destination, name) : undefined);
    const query = { ...given, ...(cursor !== undefined && { cursor }) };
    const file = await exportTo({ url, apiKey, query }, destination, (lines, expected) =>
      progressLine(progressBar(lines, expected)),
    ).finally(endProgress);
    if (sinceLast && file.next_cursor !== null) await keepPlace(destination, name, file.next_cursor);
    if (output !== undefined) printExport(command, file, output);
  } finally {
    destination.close();
  }
};

export const addAuditExport = (exporting: Command): void => {
  exporting.addOption(
    new Option('--format <format>', 'how entries are written').choices(exportFormats).default('ndjson'),
  );
  addFilters(exporting)
    .option('--cursor <id>', 'behind this entry')
    .option('--output <file>', 'write to this file, or to s3://BUCKET/KEY, in place of standard output')
    .option('--since-last', 'behind the last export of the same kind to the same folder')
    .option('--url <url>', 'address of the service; that of the service on this data folder when omitted', httpUrl)
    .addOption(new Option('--api-key <key>', 'the key (required, here or there)').env('AUDIT_API_KEY'))
    .action((options: ExportOptions, command: Command) => exportLog(options, command));
};
