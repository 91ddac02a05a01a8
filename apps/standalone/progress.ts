/** Prints a line for the operator: to standard error, since standard output is for logs or for the first key. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Says that a step is done, and how long it took. */
export const progress = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const since = performance.now();
  const result = await work();
  say(`✓ ${title} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
  return result;
};
