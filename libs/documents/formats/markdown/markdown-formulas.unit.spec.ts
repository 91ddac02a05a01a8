import { describe, expect, it } from 'vitest';
import { shoutedText } from '../shouted-words.fixture.js';
import { markdownFormat } from './markdown.format.js';

const shouted = async (line: string): Promise<string> => (await shoutedText(markdownFormat, `${line}\n`)).trimEnd();

describe('formulas, commands and citations in Markdown', () => {
  it.each([
    [
      'The rate $r = \\frac{dN}{dt}$ grows, as $E = mc^2$ does.',
      'THE RATE $r = \\frac{dN}{dt}$ GROWS, AS $E = mc^2$ DOES.',
    ],
    ['We write \\(a^2 + b_i^2\\) and \\[x = y\\] here.', 'WE WRITE \\(a^2 + b_i^2\\) AND \\[x = y\\] HERE.'],
    ['See Equation \\eqref{eq:rate} and \\ref{sec:methods}.', 'SEE EQUATION \\eqref{eq:rate} AND \\ref{sec:methods}.'],
    [
      '\\begin{equation}\n  rate = \\frac{new - old}{time} \\label{eq:rate}\n\\end{equation}\n\nThe end.',
      '\\begin{equation}\n  rate = \\frac{new - old}{time} \\label{eq:rate}\n\\end{equation}\n\nTHE END.',
    ],
    ['\\[\nx = y text\n\\]\n\nThe end.', '\\[\nx = y text\n\\]\n\nTHE END.'],
    ['It is so [@doe99, p. 33; see @roe-2] and [-@doe99].', 'IT IS SO [@doe99, p. 33; see @roe-2] AND [-@doe99].'],
    ['See {ref}`the part <part>` and :doc:`other` now.', 'SEE {ref}`THE PART <part>` AND :doc:`other` NOW.'],
    [':::{note} Hello\n:class: dropdown\nGo on\n:::', ':::{note} HELLO\n:class: dropdown\nGO ON\n:::'],
    [
      '```{note} Look here\n:class: dropdown\nThe text.\n```\n\nThe end.',
      '```{note} LOOK HERE\n:class: dropdown\nTHE TEXT.\n```\n\nTHE END.',
    ],
    [
      '````{tip}\nBefore\n```python\nx = "a b"\n```\n```{warning}\nGo on\n```\nMore\n````\nThe end.',
      '````{tip}\nBEFORE\n```python\nx = "a b"\n```\n```{warning}\nGO ON\n```\nMORE\n````\nTHE END.',
    ],
    [
      '```{code-block} python\n:caption: a b\nx = 1\n```\n\nThe end.',
      '```{code-block} python\n:caption: a b\nx = 1\n```\n\nTHE END.',
    ],
    ['```{python}\nprint("a b")\n```', '```{python}\nprint("a b")\n```'],
    [':::{math}\n:label: eq:a\na = b or c\n:::\n\nGo on', ':::{math}\n:label: eq:a\na = b or c\n:::\n\nGO ON'],
    ['It is $$a = b$$ (eq-a) or $$c$$ (see it)', 'IT IS $$a = b$$ (eq-a) OR $$c$$ (SEE IT)'],
    ['$$\na = b\n$$ {#eq-e}\n\nGo on', '$$\na = b\n$$ {#eq-e}\n\nGO ON'],
    ['It is $$a\n= b$$ so', 'IT IS $$a\n= b$$ SO'],
    ['\\newpage\n\nA \\textbf{bold} word of \\LaTeX{} here', '\\newpage\n\nA \\textbf{BOLD} WORD OF \\LaTeX{} HERE'],
    ['Look {{< x title="a b" >}} here', 'LOOK {{< x title="a b" >}} HERE'],
    ['![A ship](a.png){#f fig-alt="a b" width=5}', '![A SHIP](a.png){#f fig-alt="A B" width=5}'],
    ["Go [on](a){title='a b'} now", "GO [ON](a){title='A B'} NOW"],
    ['As @doe99 [p. 3] says, `a`{=html} here', 'AS @doe99 [p. 3] SAYS, `a`{=html} HERE'],
    ['```{versionadded} 1.2\nIt is new\n```', '```{versionadded} 1.2\nIT IS NEW\n```'],
  ])('%j keeps what is no text', async (source, expected) => {
    expect(await shouted(source)).toBe(expected);
  });

  it('roles, citations, symbols and commands stand in the source too', async () => {
    const text = 'See {ref}`a-b`, [@doe99], :smile:, \\LaTeX{} and \\(a = b\\) here.';
    const merged = await shoutedText(markdownFormat, text, { includeSource: true });
    expect(merged).toBe(`${text}\\\nSEE {ref}\`a-b\`, [@doe99], :smile:, \\LaTeX{} AND \\(a = b\\) HERE.`);
  });

  it.each([
    ['A ticket costs $5 to $10 per person.', 'A TICKET COSTS $5 TO $10 PER PERSON.'],
    ['From $ 5 to $ 10, and US$ or A$ here.', 'FROM $ 5 TO $ 10, AND US$ OR A$ HERE.'],
    ['It costs $12.50 or US$ 300 here.', 'IT COSTS $12.50 OR US$ 300 HERE.'],
    ['Use `$a` or `$b` there.', 'USE `$a` OR `$b` THERE.'],
    ['It is \\$5 and then \\$6.', 'IT IS \\$5 AND THEN \\$6.'],
    ['Ask [the team](a.md) (see note) at 10:30.', 'ASK [THE TEAM](a.md) (SEE NOTE) AT 10:30.'],
  ])('%j is text', async (source, expected) => {
    expect(await shouted(source)).toBe(expected);
  });
});
