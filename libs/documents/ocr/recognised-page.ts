import type { RecognisedLine, RecognisedPage } from '../formats/format.port.js';
import { type HocrLine, type HocrWord, readHocr } from './hocr.js';
import { coloursOf, type Picture } from './picture.js';

/** Confidences from 0 to 100: a line under the first is a spot or part of a picture; a word under the second may be wrong. */
const minLineConfidence = 45;
const certain = 70;

/** The text of a page, of what tesseract wrote of it and its picture. */
export const recognisedPage = (page: number, picture: Picture, hocr: string): RecognisedPage => {
  const read = readHocr(hocr).filter(isText);
  return {
    page,
    width: picture.width,
    height: picture.height,
    lines: read.flatMap((line) => piecesOf(line).map((words) => pieceOf(line, words, picture))),
    uncertainWords: read.flatMap(({ words }) => words).filter(({ confidence }) => confidence < certain).length,
  };
};

/** Words are of one cell or column where less is between them, in heights of the line. */
const columnGap = 1;

/** The border of a cell, which tesseract takes for letters. */
const border = /^[|¦[\]]+$/;
/** The marker before an item of a list. */
const marker = /^(?:[^\p{L}\p{N}]+|\d{1,3}[.)]|\p{L}[.)])$/u;

/**
 * A row of a table is one line of tesseract, and so are the marker of a list and its item: what covers a text that is
 * translated must not hide another, or what stays.
 */
const piecesOf = ({ words, height }: HocrLine): HocrWord[][] => {
  const pieces: HocrWord[][] = [[]];
  for (const word of words) {
    const last = pieces.at(-1) ?? [];
    const before = last.at(-1);
    const isMarked = pieces.length === 1 && last.length === 1 && before !== undefined && marker.test(before.text);
    const isApart = before !== undefined && word.left - before.right >= columnGap * height;
    if (border.test(word.text)) pieces.push([]);
    else if (isApart || isMarked) pieces.push([word]);
    else last.push(word);
  }
  return pieces.filter((piece) => piece.length > 0);
};

const pieceOf = (line: HocrLine, words: readonly HocrWord[], picture: Picture): RecognisedLine => {
  const box = {
    left: Math.min(...words.map(({ left }) => left)),
    top: Math.min(...words.map(({ top }) => top)),
    right: Math.max(...words.map(({ right }) => right)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
  };
  const aside = (box.left + box.right - line.left - line.right) / 2;
  return {
    words: words.map(({ text, left, right }) => ({ text, left, right })),
    ...box,
    baseline: line.baseline + line.slope * aside,
    height: line.height,
    ...coloursOf(picture, box),
  };
};

const isText = ({ words, isTurned }: HocrLine): boolean => {
  if (isTurned) return false;
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return confidence >= minLineConfidence && words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
};
