/** The filters of text and pictures of the old kind (ISO 32000-1, 7.4), by what packs bytes for them. */
export const packings: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  ASCIIHexDecode: (bytes) => Buffer.from(`${Buffer.from(bytes).toString('hex').replace(/../g, '$& \n')}>`),
  ASCII85Decode: (bytes) => Buffer.from(`${ascii85(bytes)}~>`),
  RunLengthDecode: (bytes) => runLengths(bytes),
  LZWDecode: (bytes) => lzw(bytes),
};

const ascii85 = (bytes: Uint8Array): string => {
  let out = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    let value = [0, 1, 2, 3].reduce((sum, byte) => sum * 256 + (group[byte] ?? 0), 0);
    let digits = '';
    for (let digit = 0; digit < 5; digit += 1) {
      digits = String.fromCharCode(33 + (value % 85)) + digits;
      value = Math.floor(value / 85);
    }
    out += group.length === 4 && digits === '!!!!!' ? 'z' : digits.slice(0, group.length + 1);
    if (at % 60 === 0) out += '\n';
  }
  return out;
};

/** Runs of one byte, and the bytes between them as they are. */
const runLengths = (bytes: Uint8Array): Uint8Array => {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    out.push(run > 1 ? 257 - run : 0, bytes[at] ?? 0);
    at += run;
  }
  return Uint8Array.from([...out, 128]);
};

/** Codes of 9 to 12 bits, which become longer one code early, as all files have it that do not say otherwise. */
const lzw = (bytes: Uint8Array): Uint8Array => {
  const out: number[] = [];
  let bits = '';
  let codes = new Map<string, number>();
  let width = 9;
  const put = (code: number): void => {
    bits += code.toString(2).padStart(width, '0');
    for (; bits.length >= 8; bits = bits.slice(8)) out.push(Number.parseInt(bits.slice(0, 8), 2));
  };
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (codes.get(text) ?? 0));
  put(256);
  let known = '';
  for (const character of Buffer.from(bytes).toString('latin1')) {
    if (known === '' || codes.has(known + character)) {
      known += character;
      continue;
    }
    put(codeOf(known));
    codes.set(known + character, 258 + codes.size);
    known = character;
    if (258 + codes.size > 4094) {
      put(256);
      codes = new Map();
      width = 9;
    } else if (258 + codes.size >= 2 ** width) width += 1;
  }
  if (known !== '') put(codeOf(known));
  if (259 + codes.size >= 2 ** width) width += 1;
  put(257);
  if (bits !== '') out.push(Number.parseInt(bits.padEnd(8, '0'), 2));
  return Uint8Array.from(out);
};
