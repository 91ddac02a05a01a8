import { escapeXmlAttribute, escapeXmlText } from '#libs/text/xml-escape.js';
import type { GlossaryEntry } from '../glossary-entry.js';
import type { GlossaryLanguages } from '../glossary-languages.js';

/** White space that readers may take for layout. */
const isLayout = /^\s|\s$|\s\s/u;

const term = (text: string): string =>
  `<term${isLayout.test(text) ? ' xml:space="preserve"' : ''}>${escapeXmlText(text)}</term>`;

const language = (code: string, text: string): string =>
  `        <langSec xml:lang="${escapeXmlAttribute(code)}"><termSec>${term(text)}</termSec></langSec>`;

const concept = ({ source, target }: GlossaryEntry, index: number, languages: GlossaryLanguages): string =>
  `      <conceptEntry id="c${index + 1}">
${language(languages.source, source)}
${language(languages.target, target)}
      </conceptEntry>
`;

/** Writes TBX-Basic of ISO 30042:2019, a concept for each entry. */
export const writeTbx = (entries: readonly GlossaryEntry[], languages: GlossaryLanguages): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<tbx style="dca" type="TBX-Basic" xml:lang="${escapeXmlAttribute(languages.source)}" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader>
    <fileDesc><sourceDesc><p>Glossary, ${languages.source} to ${languages.target}</p></sourceDesc></fileDesc>
  </tbxHeader>
  <text>
    <body>
${entries.map((entry, index) => concept(entry, index, languages)).join('')}    </body>
  </text>
</tbx>
`;
