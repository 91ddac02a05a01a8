import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import { defaultFormatOptions, type FormatOptions } from '../format.port.js';
import { shoutedText } from '../shouted-words.fixture.js';
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

  it.each([
    ['a reference to another text', '<string name="a">@string/app_name</string>', '@string/app_name'],
    [
      'a reference in a list',
      '<string-array name="a"><item>@string/x</item><item>Monday</item></string-array>',
      '<item>@string/x</item><item>MONDAY</item>',
    ],
    [
      'words in a placeholder',
      '<string name="a">Ask the <xliff:g id="t">Green Team</xliff:g> today.</string>',
      '>ASK THE <xliff:g id="t">Green Team</xliff:g> TODAY.<',
    ],
    [
      'tags with references',
      '<string name="a">Read &lt;b>the help&lt;/b> or &lt;a href="https://a.org">it&lt;/a&gt; now</string>',
      '>READ &lt;b>THE HELP&lt;/b> OR &lt;a href="https://a.org">IT&lt;/a&gt; NOW<',
    ],
    [
      'escapes of signs',
      String.raw`<string name="a">Price in \u20AC and \u2026 here</string>`,
      String.raw`>PRICE IN \u20AC AND \u2026 HERE<`,
    ],
    ['letters that are escaped', String.raw`<string name="a">A caf\u00e9 here</string>`, '>A CAFÉ HERE<'],
    ['space in quotation marks', '<string name="a">"Three   spaces here"</string>', '>"THREE   SPACES HERE"<'],
    [
      'values that are no texts',
      '<dimen name="a">12dp</dimen><bool name="b">true</bool><color name="c">red</color><string name="d">It is</string>',
      '<dimen name="a">12dp</dimen><bool name="b">true</bool><color name="c">red</color><string name="d">IT IS</string>',
    ],
    [
      'references to attributes and to other packages',
      '<array name="a"><item>?attr/colorPrimary</item></array><string name="b">@android:string/ok</string>',
      '<item>?attr/colorPrimary</item></array><string name="b">@android:string/ok</string>',
    ],
    ['tabs', String.raw`<string name="a">One\tTwo</string>`, String.raw`>ONE\tTWO<`],
    [
      'signs with two references',
      '<string name="a">Tap &lt;b>it&lt;/b> &amp;amp; go</string>',
      '>TAP &lt;b>IT&lt;/b> &amp;amp; GO<',
    ],
    [
      'items of other types',
      '<item type="dimen" name="a">12dp</item><item type="string" name="b">It\\\'s so</item>',
      '>12dp</item><item type="string" name="b">IT\\\'S SO<',
    ],
    [
      'escapes in character data',
      String.raw`<string name="a"><![CDATA[Don\'t <b>go</b>\nNext \u20AC]]></string>`,
      String.raw`<![CDATA[DON\'T <b>GO</b>\nNEXT €]]>`,
    ],
    [
      'prices and numbers of printf',
      '<string name="a">It costs $5 at 10:30, %1$s of %2$d</string>',
      '>IT COSTS $5 AT 10:30, %1$s OF %2$d<',
    ],
  ])('of Android %s stay as they are', async (_what, content, expected) => {
    const file = `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">${content}</resources>`;
    expect(await shoutedText(xmlFormat, file)).toContain(expected);
  });

  it.each([
    [
      '<rss><item><description>&lt;p&gt;Read &lt;b&gt;it&lt;/b&gt; &amp;amp; go&lt;/p&gt;</description></item></rss>',
      '&lt;p&gt;READ &lt;b&gt;IT&lt;/b&gt; &amp;amp; GO&lt;/p&gt;',
    ],
    [
      '<root><resheader/><data name="a"><value>Press &lt;b&gt;it&lt;/b&gt; now</value></data></root>',
      'PRESS &lt;b&gt;IT&lt;/b&gt; NOW',
    ],
    [
      '<root><resheader/><data name="a" xml:space="preserve"><value>Press &lt;b&gt;it&lt;/b&gt;\nGo  on</value></data></root>',
      'PRESS &lt;b&gt;IT&lt;/b&gt;\nGO  ON',
    ],
    ['<doc><p>The &lt;b&gt; tag</p></doc>', 'THE &lt;B&gt; TAG'],
  ])(
    'HTML with references in the place of its brackets is tags where a vocabulary has HTML: %s',
    async (file, expected) => {
      expect(await shoutedText(xmlFormat, file)).toContain(expected);
    },
  );

  it('of a property list of Apple the texts are translated, and no keys and data', async () => {
    const entry = (type: string, value: string) => `<key>The name</key><${type}>${value}</${type}>`;
    const all =
      entry('string', 'Hello there') +
      entry('data', 'aGVs bG8g') +
      entry('date', '2026-01-01T00:00:00Z') +
      entry('string', 'com.example.app') +
      entry('string', 'NSStringPluralRuleType') +
      entry('string', 'd') +
      entry('string', '%d files') +
      entry('string', 'Harbour') +
      entry('integer', '5') +
      '<key>File</key><string>Account</string><key>Type</key><string>PSGroupSpecifier</string>' +
      '<key>CFBundleExecutable</key><string>Leaf Watch</string>' +
      '<key>CFBundleDisplayName</key><string>Leaf</string>' +
      '<key>UILaunchStoryboardName</key><string>Main</string>' +
      '<key>NSCameraUsageDescription</key><string>To see leaves</string>';
    expect(
      await texts(`<plist version="1.0"><dict>${all}<array><string>One more</string></array></dict></plist>`),
    ).toEqual(['Hello there', '%d files', 'Harbour', 'Leaf', 'To see leaves', 'One more']);
  });
});
