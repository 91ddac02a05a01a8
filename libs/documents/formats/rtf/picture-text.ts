import type { GroupReader } from './header-tables.js';
import type { RtfToken } from './rtf.tokens.js';

/** Characters of a description, as they are written, from which on the rest is left out. */
const maxLength = 4096;

/** Reads what a picture is described by, as it stands in the properties of its shape. */
export class PictureText implements GroupReader {
  private inside: 'name' | 'value' | undefined;
  private name = '';
  private description = '';

  read(token: RtfToken): void {
    if (token.kind === 'open' || token.kind === 'close') this.inside = undefined;
    else if (token.kind === 'word' && token.word === 'sn') {
      this.inside = 'name';
      this.name = '';
    } else if (token.kind === 'word' && token.word === 'sv') {
      this.inside = this.name === 'wzDescription' ? 'value' : undefined;
    } else if (this.inside === 'name') this.name += token.raw;
    else if (this.inside === 'value' && token.kind !== 'ignored' && this.description.length < maxLength) {
      this.description += token.raw;
    }
  }

  /** The text in the place of the picture, with spaces to the words around it. */
  get text(): string {
    const words = this.description.trim();
    return words === '' ? '' : `{ ${words} }`;
  }
}
