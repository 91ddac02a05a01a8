import { deflateSync } from 'node:zlib';

/** The objects of a PDF by their numbers from 1: texts, or streams with what their dictionaries say. */
export type SampleObject =
  | string
  | {
      dictionary?: string;
      stream: string | Uint8Array;
      /** Whether it is deflated already. */
      isPacked?: boolean;
      /** The filters that packed it already, as its dictionary names them. */
      filter?: string;
    };

/** A PDF of these objects, of which the first is its catalogue. */
export const pdfOf = (objects: readonly SampleObject[], trailer = ''): Buffer => {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let at = chunks[0]?.length ?? 0;
  const push = (...parts: (string | Uint8Array)[]): void => {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
      chunks.push(bytes);
      at += bytes.length;
    }
  };
  objects.forEach((object, index) => {
    offsets.push(at);
    push(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') push(object);
    else {
      const isPacked = object.isPacked || object.filter !== undefined;
      const packed = isPacked ? Buffer.from(object.stream) : deflateSync(object.stream);
      push(
        `<< ${object.dictionary ?? ''} /Filter ${object.filter ?? '/FlateDecode'} /Length ${packed.length} >>\nstream\n`,
        packed,
      );
      push('\nendstream');
    }
    push('\nendobj\n');
  });
  const start = at;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`);
  push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${entries.join('')}`);
  push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks);
};

const fonts =
  '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>';

export interface SamplePage {
  content: string | Uint8Array;
  /** Whether the content is deflated already. */
  isPacked?: boolean;
  /** Entries of its resources other than `Font`. */
  resources?: string;
  /** Entries of the page. */
  entries?: string;
}

/** A PDF of pages of 400 by 600 points, with the fonts `F1` and `F2`; further objects have numbers from 3 on. */
export const pagesOf = (
  pages: readonly SamplePage[],
  {
    catalogue = '',
    objects = [],
    trailer = '',
  }: { catalogue?: string; objects?: readonly SampleObject[]; trailer?: string } = {},
): Buffer => {
  const first = 3 + objects.length;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`);
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
      `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] /MediaBox [0 0 400 600] >>`,
      ...objects,
      ...pages.flatMap(({ content, isPacked = false, resources = '', entries = '' }, at): SampleObject[] => [
        `<< /Type /Page /Parent 2 0 R /Contents ${first + at * 2 + 1} 0 R /Resources << /Font << ${fonts} >> ${resources} >> ${entries} >>`,
        { stream: content, isPacked },
      ]),
    ],
    trailer,
  );
};

const textObject = (operators: string): string => `BT /F1 12 Tf 14 TL 40 500 Td\n${operators}\nET`;

/** A page with one text object of these operators, in 12 points. */
export const onePage = (operators: string): Buffer => pagesOf([{ content: textObject(operators) }]);

/** Such a page with a font `F1` of its own, the first of these objects, which have numbers from 5 on. */
export const onePageIn = (font: readonly SampleObject[], operators: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { stream: textObject(operators) },
    ...font,
  ]);
