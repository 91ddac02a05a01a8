import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { interruptible } from '../interruptible.js';
import { endProgress, print, progressLine } from '../output.js';
import { settingsOfService } from '../service.js';
import { assertEmbedded } from './embedded-only.js';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const embeddedSettings = (): Settings => {
  const { settings } = settingsOfService();
  assertEmbedded(settings);
  return settings;
};

export const addBackup = (group: Command): void => {
  group
    .argument('<file>', 'where to; it must not exist yet')
    .action(async (name: string, _options, command: Command) => {
      const file = resolve(name);
      if (existsSync(file)) throw new ConfigurationError([`${file} exists already`]);
      const { backUp } = await import('./back-up.js');
      const content = await interruptible((signal) =>
        backUp({
          settings: embeddedSettings(),
          file,
          signal,
          onProgress: ({ step, bytes, total }) =>
            progressLine(`${step === 'read' ? 'read back' : step} ${megabytes(bytes)} of ${megabytes(total)}`),
        }),
      );
      endProgress();
      print(command, { file, ...content }, () => [
        `${content.entries} entries with ${megabytes(content.bytes)} are in ${file}, read back and found whole.`,
        'The master key is not among them. Keep a copy of it in another place: without it nothing can be read.',
      ]);
    });
};

export const addRestore = (group: Command): void => {
  group
    .argument('<file>', 'a file that backup has written')
    .option('--master-key <file>', 'file that holds the master key, which is copied into the data folder')
    .action(async (name: string, { masterKey }: { masterKey?: string }, command: Command) => {
      const settings = embeddedSettings();
      const { nextSteps, restore } = await import('./restore.js');
      const restored = await interruptible((signal) =>
        restore({
          settings,
          file: resolve(name),
          masterKeyFile: masterKey,
          signal,
          onProgress: ({ step, bytes }) => progressLine(`${step} ${megabytes(bytes)}`),
        }),
      );
      endProgress();
      const folder = resolve(settings.TRANSLEDGER_DATA_DIR);
      print(command, { folder, ...restored }, () => [
        `${restored.entries} entries with ${megabytes(restored.bytes)}, of ${restored.created_at}, are in ${folder}.`,
        ...nextSteps(folder),
      ]);
    });
};
