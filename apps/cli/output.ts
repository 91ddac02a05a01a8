import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { ConfigurationError } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { linesText, lineText } from '#libs/platform/line-text/line-text.js';

type Cell = string | number | boolean | null | undefined;

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints one JSON value for programs, or lines for people. What would act on the terminal is escaped. */
export const print = (command: Command, value: unknown, lines: () => readonly string[]): void => {
  const text = wantsJson(command) ? [lineText(JSON.stringify(value))] : lines().map(linesText);
  process.stdout.write(text.map((line) => `${line}\n`).join(''));
};

/** A place in the log as programs read it: null for the start. */
export const placeOf = (position: string): string | null => (position === '' ? null : position);

/** Aligns columns under headings; says so where there is nothing. */
export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] => {
  if (rows.length === 0) return ['There are none.'];
  const cells = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '–' : lineText(String(cell)))),
  );
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Shows progress on one line of standard error, if it is a terminal. */
export const progressLine = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
};

const barLength = 30;

/** How far something has come, as a bar; a total that was counted earlier may be passed. */
export const progressBar = (done: number, total: number): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.floor(share * barLength);
  return `[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}] ${Math.floor(share * 100)} %  ${done} of ${total}`;
};

export const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\n');
};

/** The path that an operator named and that is not there; undefined for any other error. */
const missingFile = (error: unknown): string | undefined =>
  error instanceof Error && errorCodeOf(error) === 'ENOENT' && 'path' in error && typeof error.path === 'string'
    ? error.path
    : undefined;

/** Errors of files by their code, in words that need no knowledge of the system. */
const systemErrors: Readonly<Record<string, string>> = {
  EISDIR: 'A folder was named where a file is needed.',
  ENOTDIR: 'A file was named, or is on the way, where a folder is needed.',
  ENOSPC: 'The disk is full: make room on it, and try again.',
};

const explanationOf = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `✗ ${problem}`).join('\n');
  if (error instanceof Rejection) return `✗ ${error.message}`;
  const missing = missingFile(error);
  if (missing !== undefined) {
    const folder = dirname(missing);
    return existsSync(folder) ? `✗ There is no file or folder ${missing}.` : `✗ There is no folder ${folder}.`;
  }
  const known = systemErrors[errorCodeOf(error) ?? ''];
  if (known !== undefined) return `✗ ${known}`;
  return `✗ ${error instanceof Error ? error.message : String(error)}`;
};

/** The words for a failure, as a terminal may show them. */
export const explainFailure = (error: unknown): string => linesText(explanationOf(error));
