import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Glossary, GlossaryFields } from '@transledger/sdk';
import { type Command, Option } from 'commander';
import { dataOf } from '../answer-data.js';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import { toCount } from '../option-values.js';
import { tableOf } from '../output.js';
import { receive } from '../received-file.js';
import type { Runner } from '../runner.js';

const formats = ['csv', 'tsv', 'tbx'] as const;
type Format = (typeof formats)[number];

const headings = ['GLOSSARY', 'FROM', 'TO', 'VERSION', 'ENTRIES', 'NAME'];

const rowOf = ({ id, source_language, target_language, version, entry_count, name }: Glossary) => [
  id,
  source_language,
  target_language,
  version,
  entry_count,
  name,
];

interface ImportOptions {
  name?: string;
  source?: string;
  target?: string;
  domain?: GlossaryFields['domain'];
  into?: string;
}

/** The name of a glossary's file for the service, which tells the format by it. */
const fileNameOf = (file: string): string => {
  const name = basename(file);
  if (formats.some((format) => name.toLowerCase().endsWith(`.${format}`))) return name;
  throw new CommandError('input', `${file} is no glossary: its name ends with .csv, .tsv or .tbx.`);
};

const importFile = async (context: Context, file: string, options: ImportOptions): Promise<void> => {
  const { into, name, source, target, domain } = options;
  const content = { file: new Uint8Array(await readFile(file)), filename: fileNameOf(file) };
  const { glossaries } = await context.client();
  if (into === undefined && (name === undefined || source === undefined || target === undefined))
    throw new CommandError(
      'input',
      'A new glossary needs --name, --source and --target; --into ID replaces the entries of one.',
    );
  const glossary =
    into === undefined
      ? await glossaries.create(
          { name: name ?? '', source_language: source ?? '', target_language: target ?? '', domain },
          content,
          context.call,
        )
      : await glossaries.replaceEntries(into, content, context.call);
  await context.output.print(dataOf(glossary), () => tableOf(headings, [rowOf(glossary)]));
};

/** `glossaries`. */
export const addGlossaries = (program: Command, run: Runner): void => {
  const glossaries = program.command('glossaries').description('how terms are translated');
  glossaries
    .command('list')
    .description('the newest first')
    .option('--limit <number>', 'at most so many', toCount, 100)
    .action(
      run(async (context, { limit }: { limit: number }) => {
        const found = await (await context.client()).glossaries.list({}, context.call).first(limit);
        await context.output.list(found, headings, rowOf);
      }),
    );
  glossaries
    .command('show')
    .description('the entries of one')
    .argument('<id>')
    .action(
      run(async (context, id: string) => {
        const { entries } = await (await context.client()).glossaries.get(id, context.call);
        await context.output.list(entries, ['SOURCE', 'TARGET'], ({ source, target }) => [source, target]);
      }),
    );
  glossaries
    .command('import')
    .description('make one of a file, or replace the entries of one')
    .argument('<file>', 'CSV, TSV or TBX')
    .option('--name <name>', 'name of the new one')
    .option('--source <language>', 'its source language')
    .option('--target <language>', 'its target language')
    .option('--domain <domain>', 'used for texts of this domain')
    .option('--into <id>', 'replace the entries of this one')
    .action(run(async (context, file: string, options: ImportOptions) => importFile(context, file, options)));
  glossaries
    .command('export')
    .description('the entries of one as a file')
    .argument('<id>')
    .addOption(new Option('--format <format>', 'of the file').choices(formats).default('csv'))
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .action(
      run(async (context, id: string, { format, out }: { format: Format; out?: string }) => {
        await receive(context, await (await context.client()).glossaries.download(id, format, context.call), out);
      }),
    );
  glossaries
    .command('delete')
    .description('delete one with all of its versions')
    .argument('<id>')
    .action(
      run(async (context, id: string) => {
        await (await context.client()).glossaries.delete(id, context.call);
        await context.output.print({ id, deleted: true }, () => [`${id} is deleted.`]);
      }),
    );
};
