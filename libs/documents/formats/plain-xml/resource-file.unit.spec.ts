import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import { defaultFormatOptions, type FormatOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { xmlFormat } from './xml.format.js';

const its = 'xmlns:its="http://www.w3.org/2005/11/its"';

const texts = async (xml: string, options: Partial<FormatOptions> = {}): Promise<string[]> => {
  const file = memoryFile(Buffer.from(xml));
  const segments = await Array.fromAsync(xmlFormat.extract(file, { ...defaultFormatOptions, ...options }));
  return segments.flat().map(({ parts }) => plainText(parts));
};

describe('files of texts of programs', () => {
  it('of a resource file of .NET the texts are translated, and no types, designs and notes', async () => {
    const entry = (attributes: string, value: string) => `<data name=${attributes}><value>${value}</value></data>`;
    const file = [
      '<?xml version="1.0"?><root>',
      '<resheader name="reader"><value>System.Resources.ResXResourceReader, Windows</value></resheader>',
      '<assembly alias="Forms" name="System.Windows.Forms"/><metadata name="tray.Text"><value>Some where</value></metadata>',
      '<data name="ok.Text" xml:space="preserve"><value>Save the file</value><comment>On a button</comment></data>',
      entry('"ok.Size" type="System.Drawing.Size"', 'Ten by ten'),
      entry('"ok.Image" mimetype="application/x"', 'iVBO Rw0K'),
      entry('"&gt;&gt;ok.Type"', 'System.Windows.Forms.Button, System'),
      '</root>',
    ].join('\n');
    expect(await texts(file)).toEqual(['Save the file']);
    const asked = '<its:translateRule selector="/root/data/comment" translate="yes"/>';
    expect(await texts(file, { itsRules: `<its:rules ${its} version="2.0">${asked}</its:rules>` })).toEqual([
      'Save the file',
      'On a button',
    ]);
    expect(await texts('<root><data type="text">Some words</data><metadata>of it</metadata></root>')).toHaveLength(2);
  });

  it('a text that says that it is not translatable stays', async () =>
    expect(
      await texts('<resources><string translatable="false">Ship</string><string>Town</string></resources>'),
    ).toEqual(['Town']));

  it('a line break of an Android text is a tag that parts the words beside it', async () => {
    const file = memoryFile(Buffer.from(String.raw`<resources><string name="a">One.\n\nTwo</string></resources>`));
    const [segment] = await extractAll(xmlFormat, file);
    expect(segment?.parts.map((part) => ('text' in part ? part.text : part.kind))).toEqual(['One. ', 'single', 'Two']);
  });

  it('apostrophes and quotation marks of an Android text are read and written with their escapes', async () => {
    const text = (content: string) => `<resources>\n<string name="a">${content}</string>\n</resources>`;
    const translated = async (content: string, translation: string) => {
      const file = memoryFile(Buffer.from(text(content)));
      const segments = await extractAll(xmlFormat, file);
      const merged = await mergeAll(xmlFormat, file, [
        [{ kind: 'text', text: translation }],
        ...segments.slice(1).map(({ parts }) => parts),
      ]);
      return { read: plainText(segments[0]?.parts ?? []), written: Buffer.from(merged).toString() };
    };
    expect(await translated(String.raw`It\'s \"new\"`, `C'est l'"été" @ 5`)).toEqual({
      read: `It's "new"`,
      written: text(String.raw`C\'est l\'\"été\" @ 5`),
    });
    expect(await translated('Read it', '@ l’')).toEqual({ read: 'Read it', written: text(String.raw`\@ l’`) });
    expect(await translated(`"It's new"`, `"C'est"`)).toEqual({ read: `"It's new"`, written: text(`"C'est"`) });
    const other = memoryFile(Buffer.from('<doc><string name="a">Read it</string></doc>'));
    const merged = await mergeAll(xmlFormat, other, [[{ kind: 'text', text: "C'est" }]]);
    expect(Buffer.from(merged).toString()).toContain("C'est");
  });
});
