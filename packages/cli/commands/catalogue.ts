import type { Language, Model, Usage } from '@transledger/sdk';
import type { Command } from 'commander';
import { dataOf } from '../answer-data.js';
import type { Context } from '../context.js';
import { tableOf } from '../output.js';
import type { Runner } from '../runner.js';
import { readText } from '../text-input.js';

const detect = async (context: Context, text: string | undefined): Promise<void> => {
  const client = await context.client();
  const found = await client.detect({ text: text ?? (await readText(context.io)) }, context.call);
  await context.output.print(dataOf(found), () => [
    `${found.language}  ${found.language_name}, ${Math.round(found.confidence * 100)} %`,
  ]);
};

const languageRow = ({ code, name, native_name, supported_directions }: Language) => [
  code,
  name,
  native_name,
  supported_directions.join(', '),
];

const modelRow = ({ id, engine, source_languages, target_languages, licence }: Model) => [
  id,
  engine,
  source_languages.join(' '),
  target_languages.join(' '),
  licence,
];

interface Period {
  start?: string;
  end?: string;
}

const percentOf = (used: number, limit: number | null): string =>
  limit === null || limit === 0 ? 'without a limit' : `${Math.floor((used / limit) * 100)} % of ${limit}`;

const usageLines = ({ period, characters, storage, requests, by_endpoint }: Usage): string[] => [
  `From ${period.start} to ${period.end}: ${requests} requests.`,
  `Characters today: ${characters.used} (${percentOf(characters.used, characters.limit)})`,
  `Storage in bytes: ${storage.used} (${percentOf(storage.used, storage.limit)})`,
  '',
  ...tableOf(
    ['ENDPOINT', 'REQUESTS', 'CHARACTERS'],
    by_endpoint.map((row) => [row.endpoint, row.requests, row.characters]),
  ),
];

/** `detect`, `languages`, `models`, `usage`. */
export const addCatalogue = (program: Command, run: Runner): void => {
  program
    .command('detect')
    .description('the language of a text')
    .argument('[text]', 'standard input when omitted')
    .action(run(async (context, text: string | undefined) => detect(context, text)));
  program
    .command('languages')
    .description('the languages that can be translated')
    .action(
      run(async (context) => {
        const { languages } = await (await context.client()).languages({}, context.call);
        await context.output.list(languages, ['CODE', 'NAME', 'OWN NAME', 'DIRECTIONS'], languageRow);
      }),
    );
  program
    .command('models')
    .description('the models that translate')
    .action(
      run(async (context) => {
        const { models } = await (await context.client()).models(context.call);
        await context.output.list(models, ['MODEL', 'ENGINE', 'FROM', 'TO', 'LICENCE'], modelRow);
      }),
    );
  program
    .command('usage')
    .description('requests, characters and storage, and what is left of the quota')
    .option('--start <date>', 'first day, UTC')
    .option('--end <date>', 'last day, UTC')
    .action(
      run(async (context, { start, end }: Period) => {
        const usage = await (await context.client()).usage({ start, end }, context.call);
        await context.output.print(dataOf(usage), () => usageLines(usage));
      }),
    );
};
