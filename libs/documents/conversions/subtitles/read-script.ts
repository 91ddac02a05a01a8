import { scriptBlock } from '#libs/documents/formats/ass/ass.markup.js';
import { cellsOf, columnsOfFormat, type EventColumns } from '#libs/documents/formats/ass/event-columns.js';
import { millisecondsOf } from '#libs/documents/formats/subtitles/milliseconds.js';
import { type Cue, cueOf } from './cue.js';
import { readOverrides } from './override-block.js';
import { type ScriptStyle, scriptStyleOf } from './script-styles.js';
import { readMarked, SpanBuilder } from './spans.js';

const usualFormat = 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text';
const plainStyle: ScriptStyle = { styles: new Set(), place: undefined };

const namesOf = (format: string): string[] => format.split(',').map((name) => name.trim().toLowerCase());

/** Cues of SubStation Alpha, old and Advanced; comments, drawings, fonts and effects are left out. */
export async function* readScript(lines: AsyncIterable<string>): AsyncGenerator<Cue, void> {
  const script = new Script();
  for await (const line of lines) yield* script.take(line);
}

class Script {
  private section = '';
  private breaksAtSmallN = false;
  private format = usualFormat;
  private readonly styles = new Map<string, ScriptStyle>();

  take(line: string): Cue[] {
    const [, section] = /^\s*\[([^\]]+)\]\s*$/.exec(line) ?? [];
    if (section !== undefined) {
      this.section = section.trim().toLowerCase();
      this.format = usualFormat;
      return [];
    }
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? [];
    switch (key.toLowerCase()) {
      case 'format':
        this.format = value;
        return [];
      case 'wrapstyle':
        this.breaksAtSmallN = value.trim() === '2';
        return [];
      case 'style':
        this.takeStyle(value.split(','));
        return [];
      case 'dialogue':
        return this.section === 'events' ? this.cueOf(value) : [];
      default:
        return [];
    }
  }

  private takeStyle(cells: readonly string[]): void {
    const names = namesOf(this.format);
    const name = cells[names.indexOf('name')]?.trim() ?? '';
    this.styles.set(name, scriptStyleOf(cells, names, this.section === 'v4 styles'));
  }

  private cueOf(event: string): Cue[] {
    const columns: EventColumns | undefined = columnsOfFormat(this.format);
    const parts = columns && cellsOf(event, columns);
    if (!columns || !parts) return [];
    const names = namesOf(this.format);
    const cell = (...wanted: string[]): string => {
      const at = names.findIndex((name) => wanted.includes(name));
      return at === -1 ? '' : (parts.cells[at]?.trim() ?? '');
    };
    const { styles, place: usualPlace } = this.styles.get(cell('style').replace(/^\*/, '')) ?? plainStyle;
    const builder = new SpanBuilder();
    builder.setAll(styles);
    builder.speaks(cell('name', 'actor') || undefined);
    let place: number | undefined;
    let draws = false;
    readMarked(
      parts.text,
      scriptBlock,
      (text) => (draws ? undefined : builder.text(this.decoded(text))),
      ([raw]) => {
        const effect = readOverrides(raw, builder, styles);
        place ??= effect.place;
        draws = effect.draws ?? draws;
      },
    );
    const times = { start: millisecondsOf(cell('start')), end: millisecondsOf(cell('end')) };
    return cueOf(times, builder.spans, place ?? usualPlace);
  }

  private decoded(text: string): string {
    return text
      .replace(/\\N/g, '\n')
      .replace(/\\n/g, this.breaksAtSmallN ? '\n' : ' ')
      .replace(/\\h/g, '\u00a0')
      .replace(/\\([{}])/g, '$1');
  }
}
