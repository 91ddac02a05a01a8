import { styleText } from 'node:util';
import { exits } from './exit-codes.js';
import { type Failure, failureAsJson } from './failure.js';
import type { Io, Sink } from './io.js';
import { ProgressBar } from './progress-bar.js';
import { jsonLine, lineOf, linesOf } from './terminal-text.js';

type Cell = string | number | boolean | null | undefined;

type Style = 'red' | 'green' | 'yellow';

/** Columns of a table, as wide as what stands in them. */
export const tableOf = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] => {
  const cells = [headings, ...rows].map((row) => row.map((cell) => lineOf(String(cell ?? '–'))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Data on standard output, everything else on standard error. */
export class Output {
  readonly bar: ProgressBar;

  constructor(
    private readonly io: Pick<Io, 'stdout' | 'stderr' | 'env' | 'now'>,
    /** Whether data are lines of JSON. */
    readonly isJson: boolean,
  ) {
    this.bar = new ProgressBar(io.stderr, io.now);
  }

  /** Prints one record: a line of JSON for programs, lines for people. */
  async print(value: unknown, lines: () => readonly string[]): Promise<void> {
    this.bar.clear();
    const text = this.isJson ? [jsonLine(value)] : lines().map(linesOf);
    await this.write(text.map((line) => `${line}\n`).join(''));
  }

  /** Prints a list: a record a line for programs, a table for people. */
  async list<Item>(
    items: readonly Item[],
    headings: readonly string[],
    rowOf: (item: Item) => readonly Cell[],
  ): Promise<void> {
    if (!this.isJson) return this.print(undefined, () => tableOf(headings, items.map(rowOf)));
    for (const item of items) await this.print(item, () => []);
  }

  /** Writes data as they are, at the pace of who reads them. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.io.stdout.write(bytes)) return;
    await new Promise<void>((resolve) => this.io.stdout.once('drain', resolve));
  }

  /** Prints a text that is the data itself: as it is, unless it would steer a terminal. */
  async text(text: string): Promise<void> {
    const shown = this.io.stdout.isTTY === true ? linesOf(text) : text;
    await this.write(shown.endsWith('\n') ? shown : `${shown}\n`);
  }

  /** Says something beside the data. */
  note(text: string): void {
    this.say('', text);
  }

  warn(text: string): void {
    this.say(this.styled('yellow', '! '), text);
  }

  done(text: string): void {
    this.say(this.styled('green', '✓ '), text);
  }

  /** Says why something did not succeed: JSON for programs. */
  fail(failure: Failure): void {
    this.bar.clear();
    const { exit, message, advice, code, requestId } = failure;
    if (this.isJson) {
      this.io.stderr.write(`${jsonLine(failureAsJson(failure))}\n`);
      return;
    }
    const beside = [code, requestId].filter((part) => part !== undefined).join(', ');
    this.say(this.styled('red', '✗ '), `${message}${beside === '' ? '' : ` (${beside})`}`);
    if (advice !== undefined) this.note(`  ${advice}`);
    if (exits[exit].isRetryable) this.note('  The same command may succeed later.');
  }

  private say(sign: string, text: string): void {
    this.bar.clear();
    this.io.stderr.write(`${sign}${linesOf(text)}\n`);
  }

  private styled(style: Style, sign: string): string {
    const { stderr, env } = this.io;
    return isColoured(stderr, env) ? styleText(style, sign, { validateStream: false }) : sign;
  }
}

const isColoured = ({ isTTY }: Sink, { NO_COLOR, TERM }: Io['env']): boolean =>
  isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';
