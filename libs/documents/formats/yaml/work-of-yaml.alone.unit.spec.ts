import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { yamlFormat } from '#libs/documents/formats/yaml/yaml.format.js';
import { describeLinearWork } from '#test/work/linear-work.js';

describeLinearWork(
  {
    'values of YAML': throughFormat(yamlFormat, (text) => Buffer.from(`a: Words here\n${text}`)),
    'a scalar of YAML': throughFormat(yamlFormat, (text) => Buffer.from(`a: "Words ${text}"`)),
    'values of YAML in both languages': throughFormat(yamlFormat, (text) => Buffer.from(`a: Words here\n${text}`), {
      includeSource: true,
    }),
    'a list of YAML in both languages': throughFormat(yamlFormat, (text) => Buffer.from(`[Words here, ${text}]`), {
      includeSource: true,
    }),
    'a block of YAML': throughFormat(yamlFormat, (text) => Buffer.from(`a: |\n  Words ${text}`)),
  },
  [
    'a',
    'a b ',
    ' ',
    '\n',
    '\n  ',
    '  a b\n',
    'a: b c\n',
    '- a b\n',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    'a: ',
    ', ',
    '"',
    "'",
    '\\',
    '\\n',
    '# a\n',
    '&a ',
    '*a ',
    '!a ',
    '---\n',
    '...\n',
    '%A\n',
    '>\n',
    '|\n',
    '\t',
    '<b>',
    '<br>',
    '&amp;',
    '{n, plural, other {a b}}',
  ],
);
