import { page } from './look.js';
import type { Paper } from './paper.js';
import { cleanName } from './text/clean-text.js';

const margin = 12;

/** Adds an entry that leads to a place on the page that is being filled. */
export const addToOutline = (
  paper: Paper,
  title: string,
  top: number,
  parent: PDFKit.PDFOutline = paper.document.outline,
): PDFKit.PDFOutline =>
  // pdfkit counts `left` from the right edge; a zoom of 0 keeps the reader's.
  parent.addItem(cleanName(title, 120), {
    expanded: false,
    fit: false,
    top: Math.max(0, top - margin),
    left: page.width,
    zoom: 0,
  } as object);
