const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const shortNumbers = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** From here on not every whole number is one of JavaScript's. */
const exact = 2 ** 53;

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)$/;

const wholeSecond = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.000Z$/;

/** A value as a report shows it: a time with a space behind its day, where a narrow cell ends its line, and without milliseconds where there are none. */
export const valueText = (value: string | number | null): string => {
  if (value === null) return '–';
  return typeof value === 'number' ? numberText(value) : value.replace(instant, '$1 $2').replace(wholeSecond, '$1Z');
};

export const numberText = (value: number): string => {
  if (!Number.isFinite(value)) return 'unknown';
  return Math.abs(value) < exact ? numbers.format(value) : String(value);
};

/** For axes: `1.2M`. */
export const shortNumberText = (value: number): string => {
  if (Math.abs(value) < 100_000) return numbers.format(value);
  return Math.abs(value) < exact ? shortNumbers.format(value) : value.toExponential(2);
};

/** The name of a figure for readers: programs know some by names such as `busiest_day`. */
export const figureName = (name: string): string =>
  /^[a-z]+(?:_[a-z]+)*$/.test(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}` : name;
