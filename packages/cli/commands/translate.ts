import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentFields, Query, TranslateRequest } from '@transledger/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { dataOf } from '../answer-data.js';
import type { Context } from '../context.js';
import { type ExitName, exits } from '../exit-codes.js';
import { plan, printPlan } from '../folder/plan.js';
import { filesOf, outputFolderOf, type SourceFile, singleFile } from '../folder/source-files.js';
import { type FileRequest, FileTranslation } from '../folder/translate-file.js';
import { exitOf, type FileOutcome, translateFiles } from '../folder/translate-files.js';
import { TranslationState } from '../folder/translation-state.js';
import { toCount } from '../option-values.js';
import { stateFolder } from '../private-file.js';
import type { Runner } from '../runner.js';
import { readText } from '../text-input.js';

interface TranslateOptions {
  source?: string;
  target: string;
  domain?: DocumentFields['domain'];
  glossary?: string;
  quality?: DocumentFields['quality'];
  formality?: TranslateRequest['formality'];
  out?: string;
  as?: string;
  bilingual?: true;
  concurrency: number;
  dryRun?: true;
}

const maxConcurrency = 16;
const stateName = '.transledger-state.jsonl';

/** An ISO 639-1 code, with or without a variant: it becomes a part of names of files. */
const toLanguage = (text: string): string => {
  if (/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a language such as es or pt-BR.');
};

const toConcurrency = (text: string): number => {
  const count = toCount(text);
  if (count <= maxConcurrency) return count;
  throw new InvalidArgumentError(`It must be at most ${maxConcurrency}.`);
};

const toFormat = (text: string): string => {
  if (/^[a-z0-9]{1,8}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a format such as pdf or txt.');
};

const translateText = async (context: Context, given: string | undefined, options: TranslateOptions): Promise<void> => {
  const { source, target, domain, glossary: glossary_id, quality, formality, dryRun } = options;
  const text = given ?? (await readText(context.io));
  const client = await context.client();
  if (dryRun) return printPlan(context, { files: [], characters: text.length, client });
  const request = { text, source, target, domain, glossary_id, quality, formality };
  const found = await client.translate(request, context.call);
  if (context.output.isJson) return context.output.print(dataOf(found), () => []);
  await context.output.text(found.translation);
};

const requestOf = (context: Context, url: string, options: TranslateOptions): FileRequest => {
  const { source, target, domain, glossary: glossary_id, quality, as: format, bilingual } = options;
  const fields: DocumentFields = { source, target, domain, glossary_id, quality };
  const download = { format, include_source: bilingual } as Query<'downloadDocument'>;
  const hash = createHash('sha256')
    .update(JSON.stringify([url, fields, download]))
    .digest('hex')
    .slice(0, 32);
  return { fields, download, options: hash, signal: context.io.signal };
};

const printOutcome = async ({ output }: Context, outcome: FileOutcome): Promise<void> => {
  const { file, status, failure } = outcome;
  if (failure !== undefined) {
    const { message, code, requestId } = failure;
    const exit_code = exits[failure.exit].code;
    const error = { code: code ?? failure.exit, message, request_id: requestId, exit_code };
    return output.print({ file: file.name, status, error }, () => [`✗ ${file.name}: ${message}`]);
  }
  if (status === 'skipped') return output.print({ file: file.name, status }, () => [`– ${file.name}: not begun`]);
  const { documentId: document_id, bytes } = outcome;
  await output.print({ file: file.name, status, output: file.output, bytes, document_id }, () => [
    status === 'unchanged' ? `= ${file.output} is there already` : `✓ ${file.name} → ${file.output}`,
  ]);
};

const summaryOf = (outcomes: readonly FileOutcome[]): string =>
  (['translated', 'unchanged', 'failed', 'skipped'] as const)
    .map((status) => [outcomes.filter((outcome) => outcome.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ');

interface FilesOf {
  files: readonly SourceFile[];
  /** File of the state. */
  state: string;
}

const translateAll = async (
  context: Context,
  { files, state: path }: FilesOf,
  options: TranslateOptions,
): Promise<ExitName> => {
  const { output, io } = context;
  const { url } = await context.profile();
  const client = await context.client();
  const request = requestOf(context, url, options);
  const planned = await plan({ files, client, state: await TranslationState.read(path), request });
  if (options.dryRun) {
    await printPlan(context, { files: planned, client });
    return 'ok';
  }
  for (const { file, status } of planned)
    if (status === 'unsupported')
      await output.print({ file: file.name, status }, () => [`– ${file.name}: the service reads no such format`]);
  const supported = planned.filter(({ status }) => status !== 'unsupported').map(({ file }) => file);
  if (planned.length > 0 && supported.length === 0) return 'input';
  const state = await TranslationState.open(path);
  try {
    const one = new FileTranslation(client, state, request);
    const outcomes = await translateFiles({
      files: supported,
      concurrency: options.concurrency,
      signal: io.signal,
      translate: (file, onProgress) => one.translate(file, onProgress),
      onProgress: (share, ended) => output.bar.show(share, `${ended} of ${supported.length} files`),
      onOutcome: (outcome) => printOutcome(context, outcome),
    });
    output.bar.clear();
    if (supported.length > 1) output.note(summaryOf(outcomes));
    return exitOf(outcomes);
  } finally {
    await state.close();
    if (io.signal.aborted) output.warn('Interrupted. The same command goes on where it stopped.');
  }
};

const translate = async (context: Context, given: string | undefined, options: TranslateOptions): Promise<ExitName> => {
  const found = given === undefined ? undefined : await stat(given).catch(() => undefined);
  if (given !== undefined && found?.isDirectory()) {
    const state = join(outputFolderOf(given, options), stateName);
    return translateAll(context, { files: await filesOf(given, options), state }, options);
  }
  if (given !== undefined && found?.isFile()) {
    const file = await singleFile(given, options);
    const name = createHash('sha256').update(file.key).digest('hex').slice(0, 32);
    const state = join(stateFolder(context.io.env), 'translations', `${name}.jsonl`);
    return translateAll(context, { files: [file], state }, options);
  }
  await translateText(context, given, options);
  return 'ok';
};

/** `translate`. */
export const addTranslate = (program: Command, run: Runner): void => {
  program
    .command('translate')
    .description('translate a file or a folder that is there, any other words as a text, or standard input')
    .argument('[what]', 'a file, a folder or a text; standard input when omitted')
    .requiredOption('--target <language>', 'to this language', toLanguage)
    .option('--source <language>', 'from this language; detected when omitted', toLanguage)
    .option('--domain <domain>', 'subject of the text')
    .option('--glossary <id>', 'with this glossary')
    .addOption(new Option('--quality <quality>', 'which model').choices(['fast', 'balanced', 'quality']))
    .addOption(new Option('--formality <formality>', 'of a text').choices(['formal', 'informal', 'neutral']))
    .option('--out <folder>', 'where translations of files go; beside the source when omitted')
    .option('--as <format>', 'files in another format, such as pdf', toFormat)
    .option('--bilingual', 'source and translation in one file')
    .option('--concurrency <number>', 'so many files at a time', toConcurrency, 4)
    .option('--dry-run', 'say what would be done, and what is left of the quota')
    .action(
      run(async (context, what: string | undefined, options: TranslateOptions) => translate(context, what, options)),
    );
};
