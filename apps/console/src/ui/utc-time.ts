/**
 * UTC of a moment as it stands beside the reader's own time: its day too where that is another one, and its name alone
 * where the reader has UTC.
 *
 * @param timeZone - of the reader, for tests
 */
export const utcBeside = (at: string, timeZone?: string): string => {
  const moment = new Date(at);
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  // Swedish writes dates and times as ISO 8601 does.
  const own = moment.toLocaleString('sv-SE', { timeZone });
  if (own === `${day} ${time}`) return 'UTC';
  return own.startsWith(day) ? `${time} UTC` : `${day} ${time} UTC`;
};
