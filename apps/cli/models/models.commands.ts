import type { Command } from 'commander';
import { print, table } from '../output.js';

const fromHelp = 'URL, folder or bundle (.tar) that has them, in place of the public sources';

interface FromOptions {
  from?: string;
}

export interface AskOptions extends FromOptions {
  yes?: true;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const addList = (group: Command): void => {
  group
    .command('list')
    .description('list the models that are installed, and those that can be')
    .option('--from <source>', fromHelp)
    .action(async ({ from }: FromOptions, command: Command) => {
      const { listModels } = await import('./list-models.js');
      const found = await listModels(from);
      print(command, found, () => [
        `Installed in ${found.folder}:`,
        ...table(
          ['MODEL', 'NAME', 'SIZE', 'LICENCE', 'SOURCE'],
          found.installed.map((each) => [each.model, each.name, megabytes(each.size_bytes), each.licence, each.source]),
        ),
        ...found.broken.map((name) => `! ${name} is no model: models verify says more`),
        '',
        'Available; the first of each pair is meant where none is named:',
        ...table(
          ['PAIR', 'MODELS'],
          found.available.map(({ pair, models }) => [
            pair,
            models.map((each) => `${each.architecture} (${megabytes(each.download_bytes)})`).join(', '),
          ]),
        ),
      ]);
    });
};

const addAdd = (group: Command): void => {
  group
    .command('add')
    .description('install models, such as en-de or en-de:tiny; of a bundle all when none is named')
    .argument('[model...]', 'pair of languages, with :tiny, :base or :base-memory where one of them is meant')
    .option('--from <source>', fromHelp)
    .option('--yes', 'without asking: their licences are accepted')
    .action(async (names: string[], options: AskOptions, command: Command) => {
      const { addModels } = await import('./add-models.js');
      await addModels(names, options, command);
    });

  group
    .command('update')
    .description('install what the catalogue has anew of the models that are installed')
    .argument('[model...]', 'all that are installed when none is named')
    .option('--from <source>', fromHelp)
    .option('--yes', 'without asking: their licences are accepted')
    .action(async (names: string[], options: AskOptions, command: Command) => {
      const { updateModels } = await import('./add-models.js');
      await updateModels(names, options, command);
    });
};

const addRemove = (group: Command): void => {
  group
    .command('remove')
    .description('take models out of use and delete their files')
    .argument('<model...>', 'such as en-de, or en-de:tiny where there are several')
    .action(async (names: string[], _options: unknown, command: Command) => {
      const { removeModels } = await import('./installed-models.js');
      const removed = await removeModels(names);
      print(command, { removed }, () => removed.map((id) => `${id} is removed.`));
    });
};

const addVerify = (group: Command): void => {
  group
    .command('verify')
    .description('hash every file of the installed models; exit code 1 if one differs')
    .argument('[model...]', 'all that are installed when none is named')
    .action(async (names: string[], _options: unknown, command: Command) => {
      const { verifyModels } = await import('./installed-models.js');
      const models = await verifyModels(names);
      const verified = models.every(({ faults }) => faults.length === 0);
      print(command, { verified, models }, () =>
        models.length === 0
          ? ['No model is installed.']
          : models.flatMap(({ id, faults, model_sha256 }) =>
              faults.length === 0
                ? [`✓ ${id}  ${model_sha256}`]
                : [`✗ ${id}`, ...faults.map((fault) => `    ${fault}`)],
            ),
      );
      if (!verified) process.exitCode = 1;
    });
};

const addBundle = (group: Command): void => {
  group
    .command('bundle')
    .description('write installed models to standard output, to be added on a machine without a network')
    .argument('<model...>', 'such as en-de for all that are installed of a pair, or en-de:tiny')
    .action(async (names: string[], _options: unknown, command: Command) => {
      if (process.stdout.isTTY)
        command.error('✗ A bundle is no text: lead it to a file, such as models bundle en-de > models.tar');
      const { writeBundle } = await import('./installed-models.js');
      await writeBundle(names);
    });
};

export const addModelCommands = (group: Command): void => {
  addList(group);
  addAdd(group);
  addRemove(group);
  addVerify(group);
  addBundle(group);
};
