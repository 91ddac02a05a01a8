import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { memoryFile } from '../source-file.js';
import { extractAll } from '../whole-file.fixture.js';
import { markdownFormat } from './markdown.format.js';

const shown = (parts: Segment): string =>
  parts
    .map((part) =>
      'text' in part ? part.text : { open: `{${part.id}`, close: `${part.id}}`, single: `[${part.id}]` }[part.kind],
    )
    .join('');

describe('Markdown of sites and notebooks', () => {
  it.each([
    ['of front matter, labels too', '---\nsidebar_label: Start here\nslug: a b\n---\nc', ['title: Start here', 'c']],
    [
      'of notes and tabs of MkDocs, which stand four columns deeper',
      'a\n\n!!! note "Mind it"\n\n    one\n\n    ```\n    code\n    ```\n\n    === "Tab `x`"\n\n        two\n\n??? tip\n    three\n\nfour\n\n    code',
      ['a', 'title: Mind it', 'one', 'title: Tab [1]'.replace(' [1]', ''), 'two', 'three', 'four'],
    ],
    [
      'of notes with titles',
      ':::tip Use it\n\na\n\n:::\n\n:::note[See *it*]{.wide}\nb\n:::\n\n> [!NOTE]- Look here\n> c',
      ['title: Use it', 'a', 'title: See {1it1}', 'b', 'title: Look here', 'c'],
    ],
    [
      'free of what a directive asks for',
      ':::image source="a" alt-text="b c":::\n\n::: code-group labels=[a b]\n\n[TOC]\n\n--8<-- "a b.md"',
      [],
    ],
    [
      'of options that readers see',
      '::: {.note title="Mind it" collapse=true}\na\n:::\n\n```{figure} a b.png\n:name: c\n:alt: A ship\n\nThe *caption*\n```\n\n```{r}\n#| label: fig\n#| fig-cap: "The plot"\nplot(x)\n```',
      ['title: Mind it', 'a', 'title: A ship', 'The {1caption1}', 'title: The plot'],
    ],
    [
      'free of targets, of blocks of code in statements and of the marks of notebooks',
      '(my-target)=\n# Head\n\n{% highlight ruby %}\nputs "a b"\n{% endhighlight %}\n\n{{< highlight go >}}\nx y\n{{< /highlight >}}\n\n+++ {"a": "b c"}\n\nEnd',
      ['heading: Head', 'End'],
    ],
    ['of metadata in TOML', '+++\ntitle = "A page"\n[menu]\nname = "B c"\n+++\n\nText', ['title: A page', 'Text']],
    [
      'terms, definitions and long forms',
      'Term\n:   What it *is*.\n\n*[HTML]: Long form',
      ['Term', 'What it {1is1}.', 'title: Long form'],
    ],
    [
      'free of modules and comments of MDX',
      "import A from './a b'\nimport {\n  B,\n} from 'b'\nexport const c = {\n  d: 'e f',\n}\n\nimport it from the shop.\n\n{/* g\nh */}\n\nexport default i and j.",
      ['import it from the shop.', 'export default i and j.'],
    ],
    [
      'with marks of templates, symbols and attributes as tags',
      'A {{< ref "a_b.md" >}} b :smile: c [d](e){ .f } g [[H i|j]] {/* k */} l at 10:20:30 {m}',
      ['A [1] b [2] c {3d3} g [4] [5] l at 10:20:30 {m}'],
    ],
    [
      'free of attributes of their own',
      '# A {#b}\n\nC {#d-e .f}\n===\n\ng\n{: .h }',
      ['heading: A', 'heading: C', 'g'],
    ],
    ['ended by a tag of a template', '{{% note %}}\na\n{{% /note %}}\nb', ['a', 'b']],
  ])('has segments %s', async (_rule, text, expected) => {
    const segments = await extractAll(markdownFormat, memoryFile(Buffer.from(text)));
    expect(segments.map(({ role, parts }) => (role === 'body' ? shown(parts) : `${role}: ${shown(parts)}`))).toEqual(
      expected,
    );
  });
});
