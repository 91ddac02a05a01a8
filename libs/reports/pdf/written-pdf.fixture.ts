import { PdfFile } from '#libs/documents/formats/pdf/objects/pdf-file.js';
import {
  nameOf,
  type PdfDictionary,
  PdfReference,
  type PdfValue,
  textOf,
} from '#libs/documents/formats/pdf/objects/pdf-values.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import type { ReportContent } from '../report-content.js';
import { writePdf } from './write-pdf.js';

export const bytesOfPdf = async (content: ReportContent): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of writePdf(content)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** An element of the structure tree, with those inside it. */
export interface TreeElement {
  readonly kind: string;
  readonly alt: string | undefined;
  readonly scope: string | undefined;
  readonly children: readonly TreeElement[];
}

/** A written report as software reads it, such as that of a person who cannot see. */
export class WrittenPdf {
  private constructor(private readonly file: PdfFile) {}

  static async of(bytes: Buffer): Promise<WrittenPdf> {
    return new WrittenPdf(await PdfFile.open(memoryFile(bytes)));
  }

  get catalogue(): PdfDictionary {
    return this.file.catalogue;
  }

  info(key: string): string | undefined {
    return textOf(this.file.resolve(this.file.dictionary(this.file.trailer.get('Info'))?.get(key)));
  }

  get pageCount(): number {
    return this.file.number(this.file.dictionary(this.catalogue.get('Pages'))?.get('Count')) ?? 0;
  }

  get structure(): TreeElement {
    const root = this.file.dictionary(this.catalogue.get('StructTreeRoot'));
    const [document] = this.file.array(root?.get('K')) ?? [];
    return this.element(document);
  }

  /** Titles, each with the number of titles above it before it. */
  get outline(): string[] {
    const titles: string[] = [];
    const walk = (first: PdfValue | undefined, depth: number): void => {
      for (let at = this.file.dictionary(first); at; at = this.file.dictionary(at.get('Next'))) {
        titles.push(`${depth} ${textOf(this.file.resolve(at.get('Title')))}`);
        walk(at.get('First'), depth + 1);
      }
    };
    walk(this.file.dictionary(this.catalogue.get('Outlines'))?.get('First'), 0);
    return titles;
  }

  private element(value: PdfValue | undefined): TreeElement {
    const element = this.file.dictionary(value) ?? new Map();
    const inside = this.file.array(element.get('K')) ?? [];
    return {
      kind: nameOf(element.get('S')) ?? '',
      alt: textOf(element.get('Alt')),
      scope: nameOf(this.file.dictionary(element.get('A'))?.get('Scope')),
      children: inside.filter((child) => child instanceof PdfReference).map((child) => this.element(child)),
    };
  }
}

/** Elements of a kind, in the order in which they are read. */
export const elementsOf = (element: TreeElement, ...kinds: string[]): TreeElement[] => [
  ...(kinds.includes(element.kind) ? [element] : []),
  ...element.children.flatMap((child) => elementsOf(child, ...kinds)),
];
