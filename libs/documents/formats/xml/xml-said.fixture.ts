import { SaxesParser } from 'saxes';
import { defaultXmlLimits, type WholeElements, xmlTokens } from './xml-tokens.js';

/** The content of a document, undefined where it is refused: its tags with namespaces and attributes, and the text between. */
type Said = unknown[] | undefined;

/** The same by our tokenizer, the text cut into pieces of a length. */
export const saidOf = async (text: string, length: number, wholes?: WholeElements): Promise<Said> => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
  }
  const said: unknown[] = [];
  try {
    for await (const tokens of xmlTokens(pieces(), defaultXmlLimits, wholes)) {
      for (const token of tokens) {
        if (token.kind === 'text') said.push(token.text);
        else if (token.kind === 'close') said.push('end');
        else if (token.kind === 'whole') said.push(...(saidBySaxes(token.found[0]) ?? ['not well-formed']));
        else if (token.kind === 'open') said.push([token.name, token.uri, token.local, token.attributes]);
      }
    }
  } catch {
    return undefined;
  }
  return said;
};

/** The same by saxes, which is slower. */
export const saidBySaxes = (text: string): Said => {
  const said: unknown[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  const refuse = (): never => {
    throw new Error('refused');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => encoding.toLowerCase() === 'utf-8' || refuse());
  parser.on('opentag', ({ name, uri, local, attributes }) => {
    depth += 1;
    const named = Object.values(attributes).map(({ name, local, uri, value }) => ({ name, local, uri, value }));
    said.push([name, uri, local, named]);
  });
  parser.on('closetag', () => {
    depth -= 1;
    said.push('end');
  });
  parser.on('text', (characters) => depth > 0 && said.push(characters));
  parser.on('cdata', (characters) => said.push(characters));
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return said;
};
