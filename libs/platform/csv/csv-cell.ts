/** How a value begins that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of RFC 4180; before a formula stands an apostrophe, so that spreadsheets show it and compute nothing. */
export const csvCell = (value: string): string => {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
