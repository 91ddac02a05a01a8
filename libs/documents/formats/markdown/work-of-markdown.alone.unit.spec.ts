import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { markdownFormat } from '#libs/documents/formats/markdown/markdown.format.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';

describeLinearWork(
  {
    'a page of Markdown': throughFormat(markdownFormat, (text) => Buffer.from(`Words ${text}`)),
    'lines of Markdown': throughFormat(markdownFormat, (text) => Buffer.from(`# Words\n\n${text}`)),
  },
  [
    ...textConstructs,
    ...[
      '> ',
      '- ',
      '- a\n',
      '  - b\n',
      '1. a\n',
      '    ',
      '\t',
      'a\n',
      'a\n\n',
      '***\n',
      'a\n---\n',
      '| a | b |\n',
      '|--|--|\n',
    ],
    ...[
      '[a]',
      '[a][]',
      '[a]: b\n',
      '![a](b)',
      '[![a](b)](c)',
      '[^a]: b\n',
      '<div>\n',
      '<!-- \n',
      '$$\n',
      ':::\n',
      '{% a %}\n',
    ],
    ...['a  \nb', 'a\\\nb', '<br>', '\\*', '&amp;', '**a** b ', '*a **b** c* ', '~~a~~', 'a|b\n-|-\n', '[x] ', '> - '],
  ],
);
