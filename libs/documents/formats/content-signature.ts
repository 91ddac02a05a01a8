const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** First bytes that identify a kind of file. Text has none, other than RTF and PostScript. */
const signatures: readonly { is: string; bytes: Buffer; at?: number }[] = [
  { is: 'a ZIP archive', bytes: ascii('PK\u0003\u0004') },
  { is: 'a ZIP archive', bytes: ascii('PK\u0005\u0006') },
  { is: 'an OLE compound file', bytes: ascii('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1') },
  { is: 'a PDF', bytes: ascii('%PDF-') },
  { is: 'an RTF document', bytes: ascii('{\\rtf') },
  { is: 'a PostScript file', bytes: ascii('%!PS') },
  { is: 'a PNG image', bytes: ascii('\u0089PNG') },
  { is: 'a JPEG image', bytes: ascii('\u00ff\u00d8\u00ff') },
  { is: 'a GIF image', bytes: ascii('GIF8') },
  { is: 'a gzip archive', bytes: ascii('\u001f\u008b') },
  { is: 'a 7-Zip archive', bytes: ascii('7z\u00bc\u00af\u0027\u001c') },
  { is: 'a RAR archive', bytes: ascii('Rar!\u001a\u0007') },
  { is: 'a program', bytes: ascii('\u007fELF') },
  { is: 'a tar archive', bytes: ascii('ustar'), at: 257 },
];

/** The kind of file that the first bytes identify (`a PDF`), undefined where they identify none. */
export const contentSignature = (head: Uint8Array): string | undefined =>
  signatures.find(({ bytes, at = 0 }) => bytes.equals(head.subarray(at, at + bytes.length)))?.is;
