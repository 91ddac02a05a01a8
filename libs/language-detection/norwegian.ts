const bokmal =
  /(?<!\p{L})(?:jeg|ikke|en|et|fra|hva|hvor|hvordan|noe|noen|være|bare|hun|mer|også|etter|kommer)(?!\p{L})/giu;
const nynorsk =
  /(?<!\p{L})(?:eg|ikkje|ein|eit|frå|kva|kvar|korleis|noko|nokon|vere|berre|ho|meir|òg|etter|kjem|dei|me)(?!\p{L})/giu;

/** Which of its two written languages a Norwegian text is in: by the words that only one of them has. */
export const writtenNorwegian = (text: string): 'nb' | 'nn' =>
  (text.match(nynorsk)?.length ?? 0) > (text.match(bokmal)?.length ?? 0) ? 'nn' : 'nb';
