const spaces = /\s+/y;
const xmlDeclaration = /<\?xml[^>]*>/iy;
const htmlTag = /<(?:!doctype html|html|head|body)[\s>]/iy;

/** Returns the place behind what the expression matches at `at`; `at` where it matches nothing there. */
const behind = (expression: RegExp, text: string, at: number): number => {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
};

/** Whether the first tag of a text, behind comments, is one that pages begin with. */
export const beginsWithHtml = (text: string): boolean => {
  let at = behind(spaces, text, behind(xmlDeclaration, text, behind(spaces, text, 0)));
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) return false;
    at = behind(spaces, text, end + 3);
  }
  return behind(htmlTag, text, at) > at;
};
