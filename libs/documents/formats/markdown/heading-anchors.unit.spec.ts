import { describe, expect, it } from 'vitest';
import { shoutedText } from '../shouted-words.fixture.js';
import { markdownFormat } from './markdown.format.js';

describe('headings that links of the page name', () => {
  it.each([
    ['[A](#the-part)\n\n## The part\n', '[A](#the-part)\n\n## <a id="the-part"></a>THE PART\n'],
    [
      '[A](#the-part)\n\n## The part\n\n## Other {#x}\n',
      '[A](#the-part)\n\n## THE PART {#the-part}\n\n## OTHER {#x}\n',
    ],
    [
      'See [it](#c-in-use-1).\n\n# C++ `in` *use*\n\n# C in use\n',
      'SEE [IT](#c-in-use-1).\n\n# C++ `in` *USE*\n\n# <a id="c-in-use-1"></a>C IN USE\n',
    ],
    ['[A](#h%C3%A4fen)\n\n## Häfen\n', '[A](#h%C3%A4fen)\n\n## <a id="häfen"></a>HÄFEN\n'],
    ['[A](#x)\n\n## The part {#x}\n', '[A](#x)\n\n## THE PART {#x}\n'],
    ['[A](#42)\n\n## 42\n', '[A](#42)\n\n## 42\n'],
    ['## The part\n', '## THE PART\n'],
    ['[A](#in-code)\n\n## In `code`\n\n# {#x}\n', '[A](#in-code)\n\n## IN `code` {#in-code}\n\n# {#x}\n'],
    ['[A](#in-code)\n\nIn `code`\n===\n', '[A](#in-code)\n\n<a id="in-code"></a>IN `code`\n===\n'],
    ['[A](#run)\n\n## `run`\n\n# X {#x}\n', '[A](#run)\n\n## `run`\n\n# X {#x}\n'],
    ['[A](#set)\n\nSet\n---\n\n# X {#x}\n', '[A](#set)\n\nSET {#set}\n---\n\n# X {#x}\n'],
  ])('%j keeps the links alive', async (source, expected) => {
    expect(await shoutedText(markdownFormat, source)).toBe(expected);
  });
});
