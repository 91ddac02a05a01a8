import { fromParse5 } from 'hast-util-from-parse5';
import { parse } from 'parse5';
import { maxLevels, maxNodes, tooDeep, tooLarge } from './markup-limits.js';

type Nodes = ReturnType<typeof fromParse5>;
type Root = Extract<Nodes, { type: 'root' }>;
type RootContent = Root['children'][number];

/** Elements whose content is for no reader, or runs. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'head']);

/**
 * The tree of a page without what is for no reader. Nothing in it is run or fetched.
 * @throws FormatError `hostile`
 */
export const treeOf = (html: string): Root => {
  const document = parse(withEndTags(html), { scriptingEnabled: false });
  // Nodes of parse5 have no depth of their own: it is checked before anything visits them by recursion.
  assertShallow(document);
  const tree = fromParse5(document) as Root;
  dropUnread(tree);
  return tree;
};

const isXhtml = (html: string): boolean =>
  /^\s*<\?xml\s|\sxmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(html.slice(0, 4096));
const emptyElement = /<([a-z][a-z\d]*)((?:\s[^<>]*)?)\/>/gi;
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** In XHTML any element may be empty; HTML would take what follows into it. */
const withEndTags = (html: string): string =>
  isXhtml(html)
    ? html.replace(emptyElement, (tag, name: string, attributes: string) =>
        voidElements.test(name) ? tag : `<${name}${attributes}></${name}>`,
      )
    : html;

const assertShallow = (root: object): void => {
  const open: { node: { childNodes?: object[]; content?: object }; level: number }[] = [{ node: root, level: 0 }];
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, level } = next;
    nodes += 1;
    if (nodes > maxNodes) throw tooLarge();
    if (level > maxLevels) throw tooDeep();
    const { childNodes = [], content } = node;
    for (const child of content === undefined ? childNodes : [content, ...childNodes])
      open.push({ node: child, level: level + 1 });
  }
};

const isRead = (node: RootContent): boolean =>
  node.type === 'text' || (node.type === 'element' && !unread.has(node.tagName) && node.properties.hidden !== true);

const dropUnread = (node: Nodes): void => {
  if (!('children' in node)) return;
  node.children = node.children.filter(isRead) as typeof node.children;
  for (const child of node.children) dropUnread(child);
};
