/** A time as subtitles write it (`1:02:03,5`, `02:03.500`), in milliseconds. */
export const millisecondsOf = (time: string): number => {
  const [whole = '', fraction = ''] = time.trim().split(/[,.]/);
  const isNegative = whole.startsWith('-');
  const seconds = whole
    .replace('-', '')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
  const milliseconds = seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  return isNegative ? -milliseconds : milliseconds;
};
