import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { ConfigurationError } from '#libs/platform/config/settings.js';

type Cell = string | number | boolean | null | undefined;

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints one JSON value for programs, or lines for people. */
export const print = (command: Command, value: unknown, lines: () => readonly string[]): void => {
  const text = wantsJson(command) ? [JSON.stringify(value)] : lines();
  process.stdout.write(text.map((line) => `${line}\n`).join(''));
};

/** Aligns columns under headings. */
export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] => {
  const cells = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? '–' : String(cell))),
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

export const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\n');
};

export const explainFailure = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `✗ ${problem}`).join('\n');
  if (error instanceof Rejection) return `✗ ${error.message}`;
  return `✗ ${error instanceof Error ? error.message : String(error)}`;
};
