import { FormatError } from '../../format.errors.js';
import type { TextPiece, WalkContext } from '../../text/text-walker.js';
import { putAttribute } from '../../xml/xml-attributes.js';
import type { StatedTexts } from '../stated-texts.js';
import type { XmlEvent } from '../xml-events.js';
import {
  attributeNamed,
  isOfXliff,
  isTranslation,
  primaryLanguage,
  unitName,
  type XliffVersion,
} from './xliff.names.js';
import { piecesOfUnit } from './xliff-unit.js';

type OpenEvent = Extract<XmlEvent, { kind: 'open' }>;

/** UTF-16 code units of one unit, at most. */
const maxLength = 8 * 1024 * 1024;

interface Frame {
  isTranslated: boolean;
  isSpaceKept: boolean;
}

/**
 * Translates the units of a file of XLIFF: sources stay, targets get the translations. A target that is translated
 * already stays, unless the file says that its targets are in another language than the one that is asked for.
 */
export class XliffUnits {
  private readonly frames: Frame[] = [];
  private unit: { events: XmlEvent[]; frame: Frame; depth: number; length: number } | undefined;
  private isInOtherLanguage = false;

  constructor(
    private readonly context: WalkContext,
    private readonly version: XliffVersion,
    /** The language of the translation; undefined where the file is only read. */
    private readonly targetLanguage: string | undefined,
    /** Counts the units that stay. */
    private readonly left: StatedTexts,
  ) {}

  /** @throws FormatError `hostile` for a unit that is too large */
  take(event: XmlEvent): TextPiece[] {
    if (this.unit) return this.takeOfUnit(event);
    if (event.kind === 'close') this.frames.pop();
    if (event.kind === 'text' || event.kind === 'cdata') this.left.read(event.raw);
    return event.kind === 'open' ? this.open(event) : [event.raw];
  }

  private open(event: OpenEvent): TextPiece[] {
    const { local, uri, attributes } = event;
    const outer = this.frames.at(-1);
    const translate = attributeNamed(attributes, 'translate');
    const space = attributeNamed(attributes, 'xml:space');
    const frame: Frame = {
      isTranslated: translate === undefined ? (outer?.isTranslated ?? true) : translate === 'yes',
      isSpaceKept: space === undefined ? (outer?.isSpaceKept ?? false) : space === 'preserve',
    };
    const isUnit = local === unitName(this.version) && isOfXliff(uri);
    if (isUnit) this.left.enter(!frame.isTranslated);
    if (isUnit && frame.isTranslated) {
      this.unit = { events: [event], frame, depth: 1, length: event.raw.length };
      return [];
    }
    this.frames.push(frame);
    return [this.named(event)];
  }

  private takeOfUnit(event: XmlEvent): TextPiece[] {
    const { unit, version, context } = this;
    if (!unit) return [];
    unit.events.push(event);
    unit.length += event.raw.length;
    if (unit.length > maxLength) throw new FormatError('hostile', 'One unit of the XLIFF file is too large.');
    if (event.kind === 'open') unit.depth += 1;
    if (event.kind !== 'close') return [];
    unit.depth -= 1;
    if (unit.depth > 0) return [];
    this.unit = undefined;
    const { isInOtherLanguage } = this;
    const { isSpaceKept } = unit.frame;
    return piecesOfUnit(unit.events, { ...context, version, isSpaceKept, isInOtherLanguage });
  }

  /** A start tag; the one that names the language of the targets names that of the translation. */
  private named({ local, uri, attributes, raw }: OpenEvent): string {
    const [element, attribute] = this.version.isSecond ? ['xliff', 'trgLang'] : ['file', 'target-language'];
    if (local !== element || !isOfXliff(uri)) return raw;
    const declared = attributeNamed(attributes, attribute);
    const { targetLanguage: wanted, context } = this;
    const isSame =
      declared !== undefined && wanted !== undefined && primaryLanguage(declared) === primaryLanguage(wanted);
    this.isInOtherLanguage = declared !== undefined && wanted !== undefined && !isSame;
    return isTranslation(context) && !isSame ? putAttribute(raw, attributes, attribute, context.languages.target) : raw;
  }
}
