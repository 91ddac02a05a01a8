const dayMs = 86_400_000;

/**
 * The days of the filters, `YYYY-MM-DD` each or empty, as the service takes them: `end` is the first moment that is not
 * asked for any more, so it is the day behind the last. What is no day goes on as it is, and the service says so.
 */
export const daysAsked = ({ start, end }: { start: string; end: string }): { start?: string; end?: string } => {
  const last = /^\d{4}-\d{2}-\d{2}$/.test(end) ? Date.parse(end) : Number.NaN;
  const behind = Number.isNaN(last) ? end : new Date(last + dayMs).toISOString().slice(0, 10);
  return { ...(start !== '' && { start }), ...(behind !== '' && { end: behind }) };
};
