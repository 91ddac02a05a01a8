/** Seconds that a `Retry-After` header asks for, as a number or a date; undefined when it says neither. */
export const retryAfterSeconds = (header: string | string[] | undefined, now: Date): number | undefined => {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1_000));
};
