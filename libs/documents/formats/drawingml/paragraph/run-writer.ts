import { closeTag, openTag, serialize } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { prefixOf } from '../drawing-names.js';
import type { DrawingRun } from './drawing-run.js';
import type { DrawingItem } from './paragraph-items.js';

/** Writes the content of a paragraph, with one `a:r` for consecutive text of the same run. */
export class DrawingRunWriter {
  private xml = '';
  private run: DrawingRun | undefined;
  private text = '';

  write(item: DrawingItem): void {
    if (item.kind === 'text' || item.kind === 'tab') this.writeText(item.text, item.run);
    else {
      // A break takes the place of the space before it.
      if (item.kind === 'break' && item.isSoft) this.text = this.text.replace(/ $/, '');
      this.endRun();
      this.xml += serialize(item.element);
    }
  }

  writeText(text: string, run: DrawingRun): void {
    if (this.run !== run) this.endRun();
    this.run = run;
    this.text += text;
  }

  finish(): string {
    this.endRun();
    return this.xml;
  }

  private endRun(): void {
    if (this.run !== undefined && this.text !== '') {
      const { element, properties } = this.run;
      const name = `${prefixOf(element)}t`;
      const inside = `${properties === undefined ? '' : serialize(properties)}<${name}>${escapeXmlText(this.text)}</${name}>`;
      this.xml += openTag(element) + inside + closeTag(element);
    }
    this.run = undefined;
    this.text = '';
  }
}
