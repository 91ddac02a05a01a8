import type { DataValue } from './value-pieces.js';

/** Builds the text of a value with the place of each of its code units in the file, where it is never shorter. */
export class PlacedText {
  private readonly places: Uint32Array;
  private length = 0;
  private text = '';

  constructor(private readonly raw: string) {
    this.places = new Uint32Array(raw.length + 1);
  }

  /** Adds what the file has from a place up to another. */
  copy(start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.places[this.length + at - start] = at;
    this.length += end - start;
    this.text += this.raw.slice(start, end);
  }

  /** Adds a text that is written in another way at a place. */
  add(text: string, place: number): void {
    this.places.fill(place, this.length, this.length + text.length);
    this.length += text.length;
    this.text += text;
  }

  value(): DataValue {
    const { raw, text, length } = this;
    this.places[length] = raw.length;
    return { raw, text, places: this.places.subarray(0, length + 1) };
  }
}
