import type { FormatOptions, SegmentRole } from '#libs/documents/formats/format.port.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { odfName, odfValue } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { linkOf } from './link-cell.js';
import type { Omission } from './omissions.js';
import type { PageCount } from './page-count.js';
import { SheetColumns } from './sheet-columns.js';
import { shownAttributes } from './shown-attributes.js';
import { isTextBlock } from './text-blocks.js';
import type { TextPages } from './text-pages.js';

/** Properties of all text in an element. */
export interface Scope {
  role: SegmentRole;
  omission?: Omission;
  isInSpreadsheet?: true;
  /** Within a sheet; its cells are told apart from those of tables by it. */
  columns?: SheetColumns;
  isInMasterPage?: true;
  isInChart?: true;
  /** Within something whose page has been found, in a document that has pages only when laid out. */
  isPlaced?: true;
}

interface Entered {
  uri: string;
  local: string;
  attributes: readonly XmlAttribute[];
}

const headerName = /^style:header(?:-left|-first)?$|^loext:header-first$/;
const footerName = /^style:footer(?:-left|-first)?$|^loext:footer-first$/;
/** Types of cells that show a number, in its format; a type that ODF does not know is that of a text. */
const valueTypes = new Set(['float', 'percentage', 'currency', 'date', 'time', 'boolean']);
const visibleClasses = new Set(['header', 'footer', 'date-time', 'page-number']);

/** The rules by which an element changes the scope of what is in it; elements are entered in their order. */
export class Scopes {
  constructor(
    private readonly options: FormatOptions,
    private readonly book: StyleBook,
    private readonly pages: PageCount,
    private readonly textPages?: TextPages,
  ) {}

  enter(around: Scope, element: Entered): Scope {
    const name = odfName(element);
    const attributes = element.attributes;
    const outer = this.placed(around, name, attributes);
    const value = (attribute: string) => odfValue(attributes, attribute);
    if (name === 'draw:page') return this.page(outer, this.book.isHidden('drawing-page', value('draw:style-name')));
    if (name === 'table:table') return this.table(outer, attributes);
    if (name === 'table:table-column') outer.columns?.addColumn(attributes);
    if (name === 'table:table-row') return this.row(outer, value('table:visibility'));
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') return this.cell(outer, name, attributes);
    if (name === 'office:spreadsheet') return { ...outer, isInSpreadsheet: true };
    return this.text(beyondValue(outer, name), name, element);
  }

  /** The scope of an element by its page; an element between paragraphs is on the page of the paragraph before it. */
  private placed(outer: Scope, name: string, attributes: readonly XmlAttribute[]): Scope {
    const { textPages } = this;
    if (textPages === undefined) return outer;
    textPages.enter(name, attributes, outer.isPlaced ?? false);
    if (outer.isPlaced || !(isTextBlock(name) || shownAttributes.has(name) || name === 'draw:object')) return outer;
    const placed: Scope = { ...outer, isPlaced: true };
    return textPages.isInRange || outer.omission !== undefined ? placed : { ...placed, omission: 'page' };
  }

  private text(outer: Scope, name: string, { attributes }: Entered): Scope {
    const value = (attribute: string) => odfValue(attributes, attribute);
    if (outer.omission !== undefined) return outer;
    switch (name) {
      case 'office:chart':
        return { ...outer, isInChart: true };
      case 'text:tracked-changes':
      case 'table:tracked-changes':
        return { ...outer, omission: 'deleted' };
      case 'office:annotation':
        return this.options.translateComments ? { ...outer, role: 'note' } : { ...outer, omission: 'comment' };
      case 'text:note':
        return { ...outer, role: 'note' };
      case 'presentation:notes':
        return outer.isInMasterPage ? { ...outer, omission: 'prompt' } : { ...outer, role: 'note' };
      case 'style:handout-master':
        return { ...outer, omission: 'prompt' };
      case 'style:master-page':
        return { ...outer, isInMasterPage: true };
      case 'presentation:header-decl':
        return this.header(outer, 'header');
      case 'presentation:footer-decl':
        return this.header(outer, 'footer');
      case 'text:section':
        return this.hiddenIf(outer, value('text:display') === 'none' || value('text:is-hidden') === 'true');
      case 'text:p':
      case 'text:h':
        return this.paragraph(outer, name, value('text:style-name'));
      case 'svg:title':
      case 'svg:desc':
      case 'table:title':
      case 'table:desc':
        return this.alternative(outer);
      default:
        if (headerName.test(name)) return this.header(outer, 'header', value('style:display'));
        if (footerName.test(name)) return this.header(outer, 'footer', value('style:display'));
        return this.placeholder(outer, value('presentation:class'), value('presentation:placeholder'));
    }
  }

  private page(outer: Scope, isHidden: boolean): Scope {
    if (outer.omission !== undefined && outer.omission !== 'page') return outer;
    const { omission: _, ...inside } = outer;
    return this.pages.next() ? this.hiddenIf(inside, isHidden) : { ...inside, omission: 'page' };
  }

  /** A hidden sheet has no number. */
  private sheet(outer: Scope, isHidden: boolean): Scope {
    return isHidden ? this.hiddenIf(outer, true) : this.page(outer, false);
  }

  private table(outer: Scope, attributes: readonly XmlAttribute[]): Scope {
    if (outer.isInSpreadsheet) {
      const { isInSpreadsheet: _, ...inside } = outer;
      const isHidden = this.book.isHidden('table', odfValue(attributes, 'table:style-name'));
      return { ...this.sheet(inside, isHidden), role: 'table', columns: new SheetColumns() };
    }
    return outer.role === 'body' ? { ...outer, role: 'table' } : outer;
  }

  private row(outer: Scope, visibility: string | undefined): Scope {
    outer.columns?.beginRow();
    if (outer.columns === undefined || outer.omission !== undefined) return outer;
    return this.hiddenIf(outer, visibility === 'collapse' || visibility === 'filter');
  }

  private cell(outer: Scope, name: string, attributes: readonly XmlAttribute[]): Scope {
    const isInHiddenColumn = outer.columns?.nextCell(attributes) ?? false;
    const { columns: _, ...inside } = outer;
    if (inside.omission !== undefined) return inside;
    const isComputed = odfValue(attributes, 'table:formula') && !(name === 'table:table-cell' && linkOf(attributes));
    if (isComputed) return { ...inside, omission: 'formula' };
    if (valueTypes.has(odfValue(attributes, 'office:value-type') ?? '')) return { ...inside, omission: 'value' };
    return this.hiddenIf(inside, isInHiddenColumn || name === 'table:covered-table-cell');
  }

  private hiddenIf(scope: Scope, isHidden: boolean): Scope {
    return isHidden && !this.options.hidden ? { ...scope, omission: 'hidden' } : scope;
  }

  private header(outer: Scope, role: 'header' | 'footer', display?: string): Scope {
    if (!this.options.translateHeaders) return { ...outer, omission: 'header' };
    return this.hiddenIf({ ...outer, role }, display === 'false');
  }

  private paragraph(outer: Scope, name: string, style: string | undefined): Scope {
    const isHeading = outer.role === 'body' && (name === 'text:h' || this.book.isHeading(style));
    return this.hiddenIf(isHeading ? { ...outer, role: 'heading' } : outer, this.book.isHidden('paragraph', style));
  }

  /** In the table of a chart a description names the cells of a sheet that a column comes from. */
  private alternative(outer: Scope): Scope {
    if (outer.isInChart) return { ...outer, omission: 'value' };
    return this.options.translateAltText ? { ...outer, role: 'alt_text' } : { ...outer, omission: 'alternative' };
  }

  /** A prompt (`Click to add a title`) is not seen on any slide. */
  private placeholder(outer: Scope, kind: string | undefined, placeholder: string | undefined): Scope {
    if (kind === undefined) return outer;
    if (visibleClasses.has(kind)) {
      return this.header(outer, kind === 'header' ? 'header' : 'footer');
    }
    if (placeholder === 'true' || outer.isInMasterPage) return { ...outer, omission: 'prompt' };
    return kind === 'title' && outer.role === 'body' ? { ...outer, role: 'heading' } : outer;
  }
}

/** Shapes and comments that are anchored to a cell say something of their own, whatever its value is. */
const beyondValue = (scope: Scope, name: string): Scope => {
  if (scope.omission !== 'value' && scope.omission !== 'formula') return scope;
  if (name !== 'office:annotation' && !name.startsWith('draw:')) return scope;
  const { omission: _, ...inside } = scope;
  return inside;
};
