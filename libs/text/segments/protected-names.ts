import { addressSpans } from './file-names.js';

/**
 * Names that an engine takes for words: Apertium's en-es makes `/casa/usuario` of `/home/user`, `N/Un` of `N/A`,
 * `EN&T` of `AT&T`, `Un-12` of `A-12` and `Columna Un` of `Column A`. Every repetition is bounded.
 */
const notInWord = String.raw`(?<![\p{L}\p{M}\p{N}_])`;
const atEnd = String.raw`(?![\p{L}\p{M}\p{N}_])`;

/** Sources of regular expressions with the flag `u`. */
export const nameSpans: readonly string[] = [
  ...addressSpans,
  // AT&T, R&D; N/A; .NET
  String.raw`${notInWord}\p{Lu}{1,4}&\p{Lu}{1,4}(?![\p{L}\p{M}\p{N}_;])`,
  String.raw`(?=[Nn.])${notInWord}(?:[Nn]\/[Aa]|(?<!\.)\.NET)${atEnd}`,
  // --force, --depth=0, but no dash in front of words (`he said --and I agree-- that`)
  String.raw`(?=--)(?<![^\s(\[“"'])--(?!\p{L}[^-\n]{0,120}[\p{L}.,]--)[a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,8}(?:=[^\s,;<>"“”)\]]{1,80}(?<![.!?:*_~'’\x60]))?`,
  // NODE_ENV=production
  String.raw`${notInWord}[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,8}=[^\s,;=<>"“”)\]]{1,80}(?<![.!?:*_~'’\x60])`,
  // user_id, MAX_VALUE
  String.raw`${notInWord}[\p{L}\p{N}]{1,40}(?:_[\p{L}\p{N}]{1,40}){1,8}${atEnd}`,
  // v2.1.0, 2.1.0-beta.3; ABC123, which English-Galician takes for a word and a number
  String.raw`(?=v\d)(?<![\p{L}\p{M}\p{N}_.-])v\d{1,4}(?:\.\d{1,6}){1,4}(?:-[a-z]{1,12}(?:\.?\d{1,4})?)?(?![\p{L}\p{M}\p{N}_]|\.\d)`,
  String.raw`(?=\d)(?<![\p{L}\p{M}\p{N}_.-])\d{1,4}(?:\.\d{1,6}){1,3}-[a-z]{1,12}(?:\.?\d{1,4})?(?![\p{L}\p{M}\p{N}_]|\.\d)`,
  String.raw`(?=[A-Z]{2})(?<![\p{L}\p{M}\p{N}_/-])[A-Z]{2,8}\d{3,12}(?![\p{L}\p{M}\p{N}_/-])`,
  // A-12, INV-2024-TEN, AS/400
  String.raw`(?<![\p{L}\p{M}\p{N}_/-])(?=[\p{Lu}/-]{1,60}\p{N})\p{Lu}[\p{Lu}\p{N}]{0,20}(?:[/-][\p{Lu}\p{N}]{1,20}){1,6}(?![\p{L}\p{M}\p{N}_/-])`,
  // 1a, 12E: the letter is a word
  String.raw`(?=\d)(?<![\p{L}\p{M}\p{N}_.,:/'’-])\d{1,3}[aeioyAEIOY](?![\p{L}\p{M}\p{N}_'’])`,
  // #channel, #name-of-a-section
  String.raw`(?=#)(?<![\p{L}\p{M}\p{N}_#&/])#\p{L}[\p{L}\p{M}\p{N}_-]{0,80}`,
  // Column A, Appendix E for details, Wilson, A. C.: letters that are words, too
  String.raw`(?<=\p{L},? )[AEOY](?=\.?$|[,;:)]| \p{Ll}|\. ?\p{Lu})`,
  // D.A., L.E.A.N.
  String.raw`(?<![\p{L}\p{M}\p{N}_.])(?!U\.S\.A\.)(?=[\p{Lu}.]{0,8}A\.)(?:\p{Lu}\.){2,5}(?!\p{L})`,
  // getUserName, iPhone, YouTube
  String.raw`${notInWord}\p{L}{0,40}\p{Ll}\p{Lu}\p{L}{0,40}${atEnd}`,
];

/**
 * Labels of a list: `a.`, `b)`, `II.`, `iv)`, `(a)`, `Q:`, `1.a` at the start of a text, `(b)` within it. `(y)`, `(o)` are
 * words.
 */
export const labelSpans: readonly string[] = [
  String.raw`^(?:\(\p{L}\)|\p{L}[.)]|\p{Lu}:|\(?[ivx]{1,6}\)|[IVX]{1,6}[.)])(?=\s|$)`,
  String.raw`^\d{1,3}(?:\.\d{1,3}){0,4}\.\p{L}[.)]?(?=\s|$)`,
  String.raw`(?<![\p{L}\p{M}_])\([a-fivx]\)(?![\p{L}\p{M}\p{N}])`,
];

/**
 * A straight opening quotation mark, which Apertium takes for an apostrophe: `soyaybe'` for `'maybe'`. One that nothing closes
 * is seen before letters that Apertium would make `am`, `are` or `is` of.
 */
export const quoteSpan = String.raw`(?<![\p{L}\p{M}\p{N}'])'(?=\p{L}[^'\n]{0,80}'(?![\p{L}\p{M}\p{N}])|(?:[Mm]|[Rr]e|[Ss]\p{L})\p{L}{2})`;
