import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { programInPath } from '../office/office-program.js';

const programs = ['tesseract', 'pdftoppm'];

/** Where Debian keeps language data, by the version of tesseract. */
const debianFolder = '/usr/share/tesseract-ocr';
const ending = '.traineddata';

/** Data that is no language: of the direction of a page, and of formulas. */
const noLanguages: ReadonlySet<string> = new Set(['osd', 'equ', 'snum']);

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The languages that scans can be read in, by tesseract's codes; none while it is not installed. */
export const installedOcr = (path = process.env.PATH ?? '', dataFolder = debianFolder): readonly string[] => {
  if (programs.some((name) => programInPath([name], path) === undefined)) return [];
  const found = entriesOf(dataFolder)
    .flatMap((version) => entriesOf(join(dataFolder, version, 'tessdata')))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter((code) => !noLanguages.has(code));
  return [...new Set(found)].sort();
};
