import type { Sink } from './io.js';
import { lineOf } from './terminal-text.js';

const barLength = 24;
/** Milliseconds between two drawings. */
const drawEveryMs = 80;
const defaultColumns = 80;

/** A share from 0 to 1 as a bar. */
export const barOf = (share: number): string => {
  const known = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  const filled = Math.floor(known * barLength);
  return `[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}] ${String(Math.floor(known * 100)).padStart(3)} %`;
};

/** A bar on one line of a terminal; nothing where no terminal is. */
export class ProgressBar {
  private drawnAt = Number.NEGATIVE_INFINITY;
  private isDrawn = false;

  constructor(
    private readonly sink: Sink,
    private readonly now: () => number,
  ) {}

  /** Shows how far it has come; what comes too soon after the last is left out. */
  show(share: number, text: string): void {
    const isWhole = share >= 1;
    if (this.sink.isTTY !== true || (this.now() - this.drawnAt < drawEveryMs && !isWhole)) return;
    this.drawnAt = this.now();
    this.isDrawn = true;
    const line = `${barOf(share)}  ${lineOf(text)}`;
    this.sink.write(`\r\x1b[K${line.slice(0, (this.sink.columns || defaultColumns) - 1)}`);
  }

  /** Takes the bar away, so that a line can stand in its place. */
  clear(): void {
    if (!this.isDrawn) return;
    this.isDrawn = false;
    this.drawnAt = Number.NEGATIVE_INFINITY;
    this.sink.write('\r\x1b[K');
  }
}
