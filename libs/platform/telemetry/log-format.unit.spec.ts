import { expect, it } from 'vitest';
import { ConfigurationError } from '#libs/platform/config/settings.js';
import { logFormatOf } from './log-format.js';

it.each([
  ['JSON lines, where nobody looks on', [], false, 'json'],
  ['pretty on a terminal', [], true, 'pretty'],
  ['as chosen, whoever looks on', ['--logs', 'json'], true, 'json'],
  ['as chosen in one word', ['--logs=pretty'], false, 'pretty'],
])('logs are %s', (_what, args, isTerminal, format) => expect(logFormatOf(args, isTerminal)).toBe(format));

it.each([[['--logs']], [['--logs', 'xml']], [['--verbose']], [['json']]])('the arguments %j are refused', (args) =>
  expect(() => logFormatOf(args, true)).toThrow(ConfigurationError),
);
