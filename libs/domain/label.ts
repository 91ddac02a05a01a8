/** Whether a value is text that can be stored: well-formed Unicode without NUL. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** Whether a value is a short label, such as the name of something: no control characters, at most `max` code points. */
export const isLabel = (value: unknown, max: number): value is string =>
  isText(value) && value.trim() !== '' && [...value].length <= max && !/\p{Cc}/u.test(value);
