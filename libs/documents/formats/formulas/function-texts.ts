/**
 * How a function uses a text that it is given: `compared` with texts of cells as a whole, as a `criterion` with an
 * operator and wildcards, as a `pattern` with wildcards, as a `part` of texts, as the name of a `column` of a pivot
 * table, as a `code` that is no text of cells, or as its `result`.
 */
export type TextUse = 'compared' | 'criterion' | 'pattern' | 'part' | 'column' | 'code' | 'result';

/** The use by the number of the argument, from 0; undefined where nothing is known of it. */
type UseOf = (argument: number) => TextUse | undefined;

const at =
  (uses: readonly (TextUse | undefined)[], others: TextUse): UseOf =>
  (argument) =>
    uses[argument] ?? others;

const pairs =
  (first: number): UseOf =>
  (argument) =>
    argument >= first && (argument - first) % 2 === 0 ? 'criterion' : 'code';

const all =
  (use: TextUse): UseOf =>
  () =>
    use;

const entries = (names: string, use: UseOf): [string, UseOf][] => names.split(' ').map((name) => [name, use]);

const functions: ReadonlyMap<string, UseOf> = new Map([
  ...entries('COUNTIF SUMIF AVERAGEIF', at([undefined, 'criterion'], 'code')),
  ...entries('COUNTIFS', pairs(1)),
  ...entries('SUMIFS AVERAGEIFS MAXIFS MINIFS', pairs(2)),
  ...entries('MATCH VLOOKUP HLOOKUP', at(['pattern', 'compared'], 'code')),
  ...entries('LOOKUP XLOOKUP', at(['compared', 'compared'], 'result')),
  ...entries('XMATCH', at(['compared', 'compared'], 'code')),
  ...entries('EXACT cell-content-is-in-list cell-content-is-between cell-content-is-not-between', all('compared')),
  ...entries('between not-between contains-text not-contains-text begins-with ends-with', all('compared')),
  ...entries('DSUM DCOUNT DCOUNTA DGET DMAX DMIN DAVERAGE DPRODUCT', at([undefined, 'compared'], 'code')),
  ...entries('DSTDEV DSTDEVP DVAR DVARP', at([undefined, 'compared'], 'code')),
  ...entries('SWITCH', (argument) => (argument % 2 === 1 ? 'compared' : 'result')),
  ...entries('GETPIVOTDATA', (argument) => (argument % 2 === 0 ? 'column' : undefined)),
  ...entries('IF IFS CHOOSE IFERROR IFNA LET LAMBDA T N UPPER LOWER PROPER TRIM CLEAN AND OR NOT XOR', all('result')),
  ...entries('INDEX FILTER SORT SORTBY UNIQUE TRANSPOSE VSTACK HSTACK TOCOL TOROW TAKE DROP EXPAND', all('result')),
  ...entries('CHOOSECOLS CHOOSEROWS WRAPROWS WRAPCOLS MAP REDUCE SCAN BYROW BYCOL MAKEARRAY', all('result')),
  ...entries('SUM SUMPRODUCT COUNT COUNTA MAX MIN ROWS COLUMNS is-true-formula formula-is', all('result')),
  ...entries('FIND FINDB SEARCH SEARCHB', at(['part'], 'code')),
  ...entries('SUBSTITUTE TEXTBEFORE TEXTAFTER TEXTSPLIT REGEX REGEXTEST REGEXEXTRACT', at([undefined, 'part'], 'code')),
  ...entries('REGEXREPLACE', at([undefined, 'part'], 'code')),
  ...entries('LEFT LEFTB RIGHT RIGHTB MID MIDB REPLACE REPLACEB', all('code')),
  ...entries('CONCAT CONCATENATE TEXTJOIN TEXT REPT LEN LENB CODE UNICODE FIXED DOLLAR VALUE NUMBERVALUE', all('code')),
  ...entries(
    'ASC DBCS JIS PHONETIC BAHTTEXT DATEVALUE TIMEVALUE DATEDIF CONVERT EUROCONVERT BASE DECIMAL',
    all('code'),
  ),
  ...entries('CELL INFO INDIRECT ADDRESS HYPERLINK IMAGE ENCODEURL WEBSERVICE FILTERXML RTD CALL', all('code')),
  ...entries('REGISTER.ID FORMULATEXT FIELDVALUE STOCKHISTORY DETECTLANGUAGE TRANSLATE PY STYLE DDE', all('code')),
  ...entries('CUBEVALUE CUBEMEMBER CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET CUBEKPIMEMBER', all('code')),
]);

const textMakers = new Set(
  'LEFT LEFTB RIGHT RIGHTB MID MIDB REPLACE REPLACEB SUBSTITUTE TEXTBEFORE TEXTAFTER CONCAT CONCATENATE TEXTJOIN'.split(
    ' ',
  ),
);

const codeMakers = new Set('TEXT CELL INFO ADDRESS FIXED DOLLAR FORMULATEXT BASE BAHTTEXT CHAR UNICHAR'.split(' '));

/** The name of a function without what programs put before names of newer ones, and before those of their own. */
export const functionName = (name: string): string => {
  if (functions.has(name)) return name;
  const own = name.includes('.') ? name.replace(added, '') : name;
  return functions.has(own) ? own : own.toUpperCase();
};

const added = /^(?:_xlfn\.|_xlws\.|COM\.MICROSOFT\.|ORG\.(?:OPENOFFICE|LIBREOFFICE)\.)+/i;

/** The use of a text by a function, undefined where that is not known. */
export const useOfText = (name: string, argument: number): TextUse | undefined => functions.get(name)?.(argument);

/** Whether what the function returns is a part of a text, or several joined. */
export const makesOtherText = (name: string): boolean => textMakers.has(name);

/** Whether what the function returns is no text of cells. */
export const makesCode = (name: string): boolean => codeMakers.has(name);

/** Whether a function compares its argument with others, one of which may be a cell, too. */
export const comparesArgument = (name: string, argument: number): boolean => {
  const use = useOfText(name, argument);
  if (use === 'compared') return argument === 0 || name === 'EXACT' || name === 'SWITCH';
  return use === 'criterion' || use === 'pattern';
};

/** The argument that says whether a lookup takes the next text in alphabetical order where it does not find the text. */
const modes: ReadonlyMap<string, number> = new Map([
  ['MATCH', 2],
  ['VLOOKUP', 3],
  ['HLOOKUP', 3],
  ['LOOKUP', Number.POSITIVE_INFINITY],
]);

/** Whether a call looks a text up in texts that are in alphabetical order; `texts` are its arguments. */
export const looksUpInOrder = (name: string, texts: readonly string[]): boolean => {
  const mode = modes.get(name);
  if (mode === undefined) return false;
  const given = texts[mode];
  return given === undefined || /^(?:TRUE(?:\(\))?|-?1)$/i.test(given.trim());
};

/** Whether a call reads wildcards in the text that it looks up, which most of such functions do without being asked. */
export const readsWildcards = (name: string, texts: readonly string[]): boolean => {
  if (name === 'XLOOKUP') return texts[4]?.trim() === '2';
  return name === 'XMATCH' && texts[2]?.trim() === '2';
};
