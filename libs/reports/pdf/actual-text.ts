/**
 * Draws glyphs, and says what they mean. The mark stands within the text object: readers of PDFs look for the place of
 * the text where the mark ends, and pdfkit turns the page round outside of the text object.
 */
export const drawWithActualText = (document: PDFKit.PDFDocument, text: string, draw: () => void): void => {
  const add = document.addContent;
  document.addContent = (content: unknown) => {
    if (content === 'ET') document.endMarkedContent();
    add.call(document, content);
    if (content === 'BT') document.markContent('Span', { actual: text });
    return document;
  };
  try {
    draw();
  } finally {
    document.addContent = add;
  }
};
