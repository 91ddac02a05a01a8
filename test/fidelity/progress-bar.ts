const width = 30;

/** Draws how far the work has come, on a terminal only. */
export const drawProgress = (output: NodeJS.WriteStream, done: number, total: number, what: string): void => {
  if (!output.isTTY) return;
  const filled = total === 0 ? width : Math.round((done / total) * width);
  output.write(`\r${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${total} ${what}`);
  if (done === total) output.write('\r\x1b[K');
};
