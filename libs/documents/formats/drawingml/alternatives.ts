import type { KnownText } from '#libs/documents/formats/opc/known-texts.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { XmlName } from '#libs/documents/formats/opc/part-reader.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { isCompatibility } from './drawing-names.js';

interface Alternative {
  /** Texts of the branches that have ended, and of the one that is open. */
  earlier: KnownTexts;
  branch: KnownTexts;
}

/**
 * The texts that what is read now may repeat: those of the other branches of the same `mc:AlternateContent`, which say
 * the same for other programs, and those of `shared`, for parts that hold one text several times.
 */
export class Alternatives {
  private readonly open: Alternative[] = [];

  constructor(private readonly shared?: KnownTexts) {}

  enter(name: XmlName): void {
    if (!isCompatibility(name)) return;
    if (name.local === 'AlternateContent') this.open.push({ earlier: new KnownTexts(), branch: new KnownTexts() });
    const innermost = this.open.at(-1);
    if (innermost === undefined || (name.local !== 'Choice' && name.local !== 'Fallback')) return;
    innermost.earlier.addAll(innermost.branch);
    innermost.branch = new KnownTexts();
  }

  leave(name: XmlName): void {
    if (isCompatibility(name, 'AlternateContent')) this.open.pop();
  }

  find(parts: Segment): KnownText | undefined {
    for (const { earlier } of this.open) {
      const text = earlier.find(parts);
      if (text !== undefined) return text;
    }
    return this.shared?.find(parts);
  }

  add(parts: Segment): KnownText {
    const text = this.shared?.add(parts) ?? {};
    for (const { branch } of this.open) branch.add(parts, text);
    return text;
  }
}
