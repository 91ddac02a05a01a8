import { blockSpan, longBlock } from '#libs/text/segments/program-spans.js';

/** A sign that a tokenizer of HTML is shown in the place of a block of a template: no letter, no space and no sign of a tag. */
const filler = '\ue000';

/** The beginnings of blocks in which signs of HTML may stand. */
const opening =
  /\{\{|\{%|\{#|\{!!|\{\*|<%|<#--|<<|<\?(?!xml\b)|\[%|@[{(*]|@[a-zA-Z]|\{(?=\(|[\w$])|(?<![\d%])%(?=[-+0# \d]{0,7}<\w)/g;
const openingAtEnd = /(?:<\?x?m?|<#?-?|[{<[@]|(?<![\d%])%[-+0# \d]{0,7}<?)$/;
const block = new RegExp(blockSpan, 'uy');
/** UTF-16 code units of a block, and of one with what stands between its beginning and its end, at most. */
const maxLength = { short: 2_100, long: 20_700 };
/** Ends of elements whose content is no HTML; a sign before one of them begins no block that goes on behind it. */
const rawEnd = /<\/(?:script|style|textarea|title)/i;

/**
 * Puts filler in the place of each block of a template (`<% a > b %>`, `{{ "<b>" }}`), of the same length, so that a
 * tokenizer of HTML finds no markup in it, and places stay those of the source. Fed with a text in pieces of any length.
 */
export class TemplateMask {
  private held = '';
  /** Whether a block has been found. */
  hasBlocks = false;

  /** The masked text as far as no block may go on behind it. */
  push(text: string): string {
    return this.mask(false, text);
  }

  end(): string {
    return this.mask(true, '');
  }

  /** UTF-16 code units that wait for the end of a block. */
  get waiting(): number {
    return this.held.length;
  }

  private mask(isLast: boolean, added: string): string {
    const text = this.held + added;
    let masked = '';
    let at = 0;
    opening.lastIndex = 0;
    for (let found = opening.exec(text); found; found = opening.exec(text)) {
      const { index } = found;
      // Whatever follows may be part of this block.
      longBlock.lastIndex = index;
      if (!isLast && text.length - index < (longBlock.test(text) ? maxLength.long : maxLength.short)) {
        this.held = text.slice(index);
        return masked + text.slice(at, index);
      }
      block.lastIndex = index;
      const [whole] = block.exec(text) ?? [];
      if (whole === undefined || rawEnd.test(whole)) continue;
      this.hasBlocks = true;
      masked += text.slice(at, index) + filler.repeat(whole.length);
      at = index + whole.length;
      opening.lastIndex = at;
    }
    const rest = text.slice(at);
    const kept = isLast ? 0 : (openingAtEnd.exec(rest)?.[0].length ?? 0);
    this.held = rest.slice(rest.length - kept);
    return masked + rest.slice(0, rest.length - kept);
  }
}
