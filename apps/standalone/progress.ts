/**
 * Prints progress to standard error, since output that a caller may read (the key, the address) goes to standard
 * output.
 */
export const progress = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
  const since = performance.now();
  const result = await work();
  process.stderr.write(`✓ ${title} (${((performance.now() - since) / 1000).toFixed(1)} s)\n`);
  return result;
};
