import iconv from 'iconv-lite';
import { multiByteCodec } from './multi-byte.codec.js';
import { singleByteCodec } from './single-byte.codec.js';
import type { TextCodec } from './text-codec.js';
import { utf8 } from './utf8.codec.js';
import { utf16be, utf16le } from './utf16.codec.js';

const multiByteNames = new Map([
  ['shiftjis', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['xsjis', 'shift_jis'],
  ['mskanji', 'shift_jis'],
  ['windows31j', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['xeucjp', 'euc-jp'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['xgbk', 'gb18030'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['big5hkscs', 'big5'],
  ['euckr', 'euc-kr'],
  ['ksc56011987', 'euc-kr'],
  ['windows949', 'euc-kr'],
]);

/** Aliases as browsers read them: the label Latin-1 means windows-1252. */
const singleByteAliases = new Map([
  ['ascii', 'windows-1252'],
  ['usascii', 'windows-1252'],
  ['iso88591', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['l1', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['xcp1252', 'windows-1252'],
  ['iso88599', 'windows-1254'],
  ['latin5', 'windows-1254'],
  ['iso88598i', 'iso-8859-8'],
  ['tis620', 'windows-874'],
  ['iso885911', 'windows-874'],
  ['xmaccyrillic', 'maccyrillic'],
  ['maccyrillic', 'maccyrillic'],
]);

const singleByteFamily = /^(windows125\d|windows874|iso8859\d{1,2}|koi8[ru]|cp\d{3}|ibm\d{3}|macintosh)$/;

const codecs = new Map<string, TextCodec>();

/** The codec behind a label of any spelling; undefined for one that we cannot read and write back. */
export const codecFor = (label: string): TextCodec | undefined => {
  const plain = label.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain === 'utf8' || plain === 'unicode11utf8') return utf8;
  if (plain === 'utf16le' || plain === 'utf16') return utf16le;
  if (plain === 'utf16be') return utf16be;
  const known = codecs.get(plain);
  if (known) return known;
  const codec = makeCodec(plain);
  if (codec) codecs.set(plain, codec);
  return codec;
};

const makeCodec = (plain: string): TextCodec | undefined => {
  const multiByte = multiByteNames.get(plain);
  if (multiByte) return multiByteCodec(multiByte);
  const alias = singleByteAliases.get(plain);
  if (alias) return singleByteCodec(alias);
  return singleByteFamily.test(plain) && iconv.encodingExists(plain) ? singleByteCodec(plain) : undefined;
};
