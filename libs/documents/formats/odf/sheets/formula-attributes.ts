/** Attributes that are formulas or conditions. */
export const formulaAttributes: ReadonlySet<string> = new Set([
  'table:formula',
  'table:expression',
  'table:condition',
  'style:condition',
  'calcext:value',
]);
