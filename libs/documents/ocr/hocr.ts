/** A word as tesseract writes it, in pixels from the upper left. */
export interface HocrWord {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** From 0 to 100. */
  confidence: number;
}

export interface HocrLine {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** In its middle, and how far it goes down with each pixel to the right. */
  baseline: number;
  slope: number;
  /** From the top of tall letters to the bottom of deep ones. */
  height: number;
  words: HocrWord[];
  /** Whether it runs upwards, downwards or upside down. */
  isTurned: boolean;
}

/** Lines and words of a page, at most; more is no page that somebody reads. */
export const maxLines = 1_000;
const maxWords = 20_000;

const lineClasses = ['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat'];

/** The lines of hOCR, which tesseract writes with one element a line of text. */
export const readHocr = (hocr: string): HocrLine[] => {
  const lines: HocrLine[] = [];
  let words = 0;
  for (const element of hocr.split('<span class=').slice(1)) {
    const kind = element.slice(1, element.indexOf(element.charAt(0), 1));
    const properties = propertiesOf(element);
    const [left = 0, top = 0, right = 0, bottom = 0] = properties.get('bbox') ?? [];
    if (right <= left || bottom <= top) continue;
    if (kind === 'ocrx_word') {
      const text = textOf(element);
      const [confidence = 0] = properties.get('x_wconf') ?? [];
      words += 1;
      if (text !== '' && words <= maxWords) lines.at(-1)?.words.push({ text, left, top, right, bottom, confidence });
    } else if (lineClasses.includes(kind) && lines.length < maxLines) {
      const [slope = 0, offset = 0] = properties.get('baseline') ?? [];
      const [height = bottom - top] = properties.get('x_size') ?? [];
      const baseline = bottom + offset + (slope * (right - left)) / 2;
      lines.push({
        left,
        top,
        right,
        bottom,
        baseline,
        slope,
        height,
        words: [],
        isTurned: properties.has('textangle'),
      });
    }
  }
  return lines.filter((line) => line.words.length > 0);
};

/** The properties in the title of an element: `bbox 1 2 3 4; x_wconf 96`. */
const propertiesOf = (element: string): Map<string, number[]> => {
  const start = element.indexOf('title=');
  if (start < 0) return new Map();
  const quote = element.charAt(start + 6);
  const title = element.slice(start + 7, element.indexOf(quote, start + 7));
  return new Map(
    title.split(';').map((property) => {
      const [name = '', ...values] = property.trim().split(' ');
      return [name, values.map(Number).filter(Number.isFinite)];
    }),
  );
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of a word, which may be bold or italic. */
const textOf = (element: string): string =>
  element
    .slice(element.indexOf('>') + 1)
    .split('</span>', 1)
    .join('')
    .replace(/<[^<>]*>/g, '')
    .replace(/&([a-z]{2,4}|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .trim();
