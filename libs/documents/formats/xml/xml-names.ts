const start =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}' +
  '\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const others = '\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}';
/** A name of XML 1.0, fifth edition. */
const anyName = new RegExp(`[${start}][${start}${others}]*`, 'uy');

const inAscii = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
const asciiStart = inAscii(/[:A-Z_a-z]/);
const asciiName = inAscii(/[:A-Z_a-z\-.0-9]/);

/** Where the name ends that begins at `at`; `at` where none does. */
export const nameEnd = (source: string, at: number): number => {
  let end = at;
  if (asciiStart[source.charCodeAt(at)] === 1) {
    end += 1;
    while (asciiName[source.charCodeAt(end)] === 1) end += 1;
  }
  if (!(source.charCodeAt(end) > 127)) return end;
  anyName.lastIndex = at;
  return anyName.test(source) ? anyName.lastIndex : at;
};

/** The first place from `at` on that is no white space. */
export const blankEnd = (source: string, at: number): number => {
  let end = at;
  for (;;) {
    const code = source.charCodeAt(end);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return end;
    end += 1;
  }
};
