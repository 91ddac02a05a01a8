import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { PartReader, XmlName } from '#libs/documents/formats/opc/part-reader.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { isLink } from './drawing-names.js';

/** Elements that have properties of their own, whatever drawing they belong to. */
const shapes = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart']);
const on = new Set(['1', 'true']);
/** Slides, and drawings on sheets. */
const withPictures = /\/(?:presentationml\/(?:2006\/)?main|drawingml\/(?:2006\/)?spreadsheetDrawing)$/;

interface Shape {
  isHidden: boolean;
  /** The type of the placeholder that the shape fills, empty where it has none; undefined: it fills none. */
  placeholder?: string;
}

export interface ShapeReading {
  context: TextContext;
  options: Pick<FormatOptions, 'translateAltText' | 'hidden'>;
  /** The context of text in a placeholder, undefined where that text is a prompt. */
  inPlaceholder?(type: string, context: TextContext): TextContext | undefined;
}

/** Reads drawings made of shapes: slides, drawings on sheets and charts, diagrams. */
export class ShapeReader implements PartReader {
  private readonly shapes: Shape[] = [];
  private tables = 0;

  constructor(private readonly reading: ShapeReading) {}

  open(token: XmlToken & { kind: 'open' }): void {
    const { local, attributes } = token;
    const shape = this.shapes.at(-1);
    if (shapes.has(local)) this.shapes.push({ isHidden: shape?.isHidden ?? false });
    else if (local === 'tbl') this.tables += 1;
    else if (local === 'cNvPr' && shape !== undefined)
      shape.isHidden ||= on.has(attributeOf(attributes, 'hidden') ?? '');
    else if (local === 'ph' && shape !== undefined) shape.placeholder = attributeOf(attributes, 'type') ?? '';
  }

  close({ local }: XmlName): void {
    if (shapes.has(local)) this.shapes.pop();
    else if (local === 'tbl') this.tables -= 1;
  }

  get context(): TextContext | undefined {
    const { context, options, inPlaceholder } = this.reading;
    const shape = this.shapes.at(-1);
    if (context.skipReason !== undefined) return context;
    if (shape?.isHidden && !options.hidden) return { ...context, skipReason: skipReasons.hiddenShape };
    if (this.tables > 0) return { ...context, role: 'table' };
    if (shape?.placeholder === undefined || inPlaceholder === undefined) return context;
    return inPlaceholder(shape.placeholder, context);
  }

  isPicture({ uri, local }: XmlName): boolean {
    return local === 'pic' && withPictures.test(uri);
  }

  /** Alternative texts, and tips of links. */
  attributes(name: XmlName): { names: readonly string[]; context: TextContext } | undefined {
    const here = this.context;
    if (here === undefined) return undefined;
    if (isLink(name)) return { names: ['tooltip'], context: { ...here, role: 'note' } };
    if (name.local !== 'cNvPr') return undefined;
    const context: TextContext = { ...here, role: 'alt_text' };
    if (!this.reading.options.translateAltText) context.skipReason ??= skipReasons.alternativeTexts;
    return { names: ['descr', 'title'], context };
  }
}
