/**
 * Numbers that an engine may write in another way: with separators (`1,234.50`, `10:30`, `2024-05-12`), with a unit or
 * a currency. Apertium's es-ca makes `10.30` of `10:30` and `5%` of `5 %`, nb-da `10: 30` and `60 km-er/h`. A plain
 * `5` stays text: the words around it agree with it.
 */
const currencySign = '[$€£¥¢₣₤₦₩₪₫₭₮₱₲₴₵₸₹₺₽₾₿]';
const currencyCode =
  'EUR|USD|GBP|JPY|CNY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|TRY|RUB|UAH|INR|IDR|MYR|BRL|MXN|ARS|CLP|COP|ZAR|KRW';

/** Units that are no word of their own after a number: `5 in`, `3 a` and `7 A` are left to the engine. */
const unit = [
  '[kMGT]?Hz|[kMGT]?W|[kMGT]Wh|Wh|[kM]?V|m?Ah|kΩ|Ω|[kM]?J|k?cal|kPa|hPa|MPa|bar|mbar|kN|dB',
  '(?:[kKMGTP]i?)?B|[kMG]?bit|[kMG]bps|px|pt|dpi|fps|rpm|ppm',
  '[kcmnµμd]?m[²³23]?|mph|ha|ft|yd|lb|oz',
  '[kmµμ]?g|t|[mcdh]?[lL]|s|ms|µs|μs|ns|min|h',
  // The sign of `%(name)s`, `%{x}` and `%.2f` is theirs.
  String.raw`°[CFK]?|‰|%(?![({@]|[.+#-]\d)`,
].join('|');

const digits = String.raw`(?:\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,6}(?:[.,]\d{1,20})?|\d{1,20}(?:[.,:/'’·–-]\d{1,20}){0,8})`;
/** `/h`, `/m³` */
const perUnit = '(?:/[a-zA-Zµ]{1,3}[²³23]?)?';
const space = '[ \u00a0\u2009\u202f]';
const atStart = String.raw`(?<![\p{L}\p{N}_.,:/-])`;
const atEnd = String.raw`(?![\p{L}\p{N}_])`;

/** Sources of regular expressions with the flag `u`. Every repetition is bounded. */
export const numberSpans: readonly string[] = [
  // €1,234.50, $5, 12,50 €, 5 kg, 20 °C, 12.5 %, 100 km/h
  `${atStart}[+−-]?(?:${currencySign}|(?:${currencyCode})(?=${space}))${space}?${digits}${atEnd}`,
  `${atStart}[+−-]?${digits}(?:${space}?(?:${currencySign}|(?:${unit})${perUnit})|${space}(?:${currencyCode}))${atEnd}`,
  // 1,234.50, 10:30, 2024-05-12; 1 234 567
  String.raw`${atStart}[+−-]?\d{1,20}(?:[.,:/'’·–-]\d{1,20}){1,8}${atEnd}`,
  String.raw`${atStart}\d{1,3}(?:[\u00a0\u2009\u202f]\d{3}){1,6}${atEnd}`,
];

const wholeNumber = new RegExp(`^(?:${numberSpans.join('|')})$`, 'u');

/** Whether a span that was found is one of these numbers. */
export const isNumberSpan = (span: string): boolean => wholeNumber.test(span);
