import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['soffice', 'libreoffice'];

/** Path of LibreOffice, undefined while it is not installed: it may be brought while the service runs. */
export const officeProgram = (path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** Ways to run a program without a network, the first that this system allows. */
const isolations: readonly (readonly string[])[] = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
];

let isolation: readonly string[] | undefined;

/** Words to put before a command so that it has no network; empty where the system does not allow it. */
export const withoutNetwork = (): readonly string[] => {
  isolation ??= isolations.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? [];
  return isolation;
};
