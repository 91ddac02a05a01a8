import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { detectEncoding } from '#libs/documents/formats/text/encoding-detection.js';
import { type Line, LineSplitter } from '#libs/documents/formats/text/lines.js';
import { textOf } from '#libs/documents/formats/text/text-stream.js';
import type { Convert } from '../conversion.port.js';
import type { Cue } from './cue.js';
import { readScript } from './read-script.js';
import { readSrt } from './read-srt.js';
import { readVtt } from './read-vtt.js';
import { cueWriters } from './write-cues.js';

/** Cues of a file, and UTF-16 code units of a line: a film has some 2,000 cues. */
const maxCues = 100_000;
const maxLineLength = 256 * 1024;

const tooLarge = (): FormatError => new FormatError('hostile', 'The file has more subtitles than can be converted.');

async function* linesOf(file: SourceFile): AsyncGenerator<string, void> {
  const splitter = new LineSplitter({
    maxLength: maxLineLength,
    window: maxLineLength,
    cutPoint: () => {
      throw new FormatError('hostile', 'A line of the file is too long to be converted.');
    },
  });
  const texts = (lines: readonly Line[]): string[] => lines.map(({ text }) => text);
  for await (const text of textOf(file, await detectEncoding(file))) yield* texts(splitter.push(text));
  yield* texts(splitter.end());
}

type Reader = (lines: AsyncIterable<string>) => AsyncGenerator<Cue, void>;

/** Converts the cues of a file of subtitles, as players show them, to another format, in the order of their times. */
const subtitlesReadBy = (read: Reader): Convert =>
  async function* (file, to) {
    const writer = cueWriters[to];
    if (writer === undefined) throw new RangeError(`Subtitles do not become ${to}`);
    const cues: Cue[] = [];
    for await (const cue of read(linesOf(file))) if (cues.push(cue) > maxCues) throw tooLarge();
    cues.sort((one, other) => one.start - other.start);
    yield Buffer.from(writer.head);
    for (const [index, cue] of cues.entries()) yield Buffer.from(writer.cue(cue, index).toWellFormed());
  };

export const srtConversion = subtitlesReadBy(readSrt);
export const vttConversion = subtitlesReadBy(readVtt);
export const scriptConversion = subtitlesReadBy(readScript);
