const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose tags end the flow of text. Every other element, known or not, is inline. */
export const blockElements = names(
  'html head body title meta link base address article aside blockquote caption center col colgroup dd details dialog ' +
    'dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li ' +
    'main menu nav noframes noscript ol optgroup option p pre search section select summary table tbody td template ' +
    'tfoot th thead tr ul',
);

export const voidElements = names('area base br col embed frame hr img input link meta param source track wbr');

/** Inline elements that show something of their own in the place of text, which parts the words on both sides. */
export const replacedElements = names('embed img input');

/** Elements of code, and those that a browser does not show as text. */
export const untranslatedElements = names(
  'code iframe kbd listing math noembed noframes plaintext samp script style svg textarea var xmp',
);

/** Blocks that keep what they hold as it is laid out, code mostly: they stay, unless they say that they are to be translated. */
export const preformattedElements = names('pre');

export const headings = names('h1 h2 h3 h4 h5 h6');

/** Elements that end without an end tag when one of the others begins. */
export const endedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', blockElements],
  ['li', names('li')],
  ['dt', names('dt dd')],
  ['dd', names('dt dd')],
  ['option', names('option optgroup')],
  ['tr', names('tr tbody tfoot')],
  ['td', names('td th tr tbody tfoot')],
  ['th', names('td th tr tbody tfoot')],
]);

/** Elements of SVG and MathML that contain HTML again. */
export const htmlWithinForeign = names('foreignobject desc title annotation-xml mi mo mn ms mtext');

/** HTML elements that end SVG and MathML where they stand in them by mistake. */
export const endsForeign = names(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Whether the element is one of HTML; any of these makes a text HTML. */
export const isHtmlElement = (name: string): boolean =>
  blockElements.has(name) || voidElements.has(name) || untranslatedElements.has(name) || inlineElements.has(name);

const inlineElements = names(
  'a abbr acronym b bdi bdo big button cite del dfn em font i ins label mark nobr object q rp rt ruby s small span ' +
    'strike strong sub sup time tt u video audio canvas picture output',
);
