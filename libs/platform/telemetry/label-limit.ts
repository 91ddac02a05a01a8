/**
 * Passes the first `most` different values of a label; all others become `other`. For labels whose values callers or
 * foreign servers can choose: every new value of a label is a time series for ever.
 */
export const labelLimit = (most: number): ((value: string) => string) => {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
};
