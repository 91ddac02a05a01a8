import type { FormatError } from '../format.errors.js';
import { zipOf } from '../zip/zip-sample.fixture.js';
import { odfEntries, odfOf, type SampleParts } from './odf-sample.fixture.js';

interface Refused {
  name: string;
  bytes: Buffer;
  reason: FormatError['reason'];
}

/** Packages that every OpenDocument format refuses, of the kind that it reads. */
export const refusedPackages = (kind: SampleParts['kind'], other: SampleParts['kind']): Refused[] => {
  const good: SampleParts = { kind, body: '<text:p>A word</text:p>' };
  const withContent = (change: (xml: string) => string) =>
    zipOf(
      odfEntries(good).map((entry) =>
        entry.name === 'content.xml' ? { ...entry, content: change(String(entry.content)) } : entry,
      ),
    );
  const encrypted =
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data/></manifest:file-entry>';
  return [
    { name: 'text', bytes: Buffer.from('A letter, and not a document.'), reason: 'invalid' },
    { name: 'a document with a password', bytes: odfOf({ ...good, manifest: encrypted }), reason: 'encrypted' },
    { name: 'another kind of document', bytes: odfOf({ ...good, kind: other }), reason: 'invalid' },
    {
      name: 'a package without content',
      bytes: zipOf(odfEntries(good).filter(({ name }) => name !== 'content.xml')),
      reason: 'invalid',
    },
    {
      name: 'a media type that is none',
      bytes: odfOf({ ...good, mediaType: 'x'.repeat(1000) }),
      reason: 'invalid',
    },
    { name: 'XML that is not well-formed', bytes: withContent((xml) => xml.slice(0, -20)), reason: 'invalid' },
    {
      name: 'a document type',
      bytes: withContent((xml) => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')),
      reason: 'hostile',
    },
    {
      name: 'an element that is nested too deeply',
      bytes: withContent((xml) =>
        xml.replace('A word', `${'<text:span>'.repeat(600)}A word${'</text:span>'.repeat(600)}`),
      ),
      reason: 'hostile',
    },
    {
      name: 'a paragraph that is too large',
      bytes: withContent((xml) => xml.replace('A word', '<text:s/>'.repeat(200_001))),
      reason: 'hostile',
    },
  ];
};
