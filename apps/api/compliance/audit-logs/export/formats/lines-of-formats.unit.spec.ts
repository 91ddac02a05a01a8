import { describe, expect, it } from 'vitest';
import { isLineText } from '#libs/platform/line-text/line-text.js';
import { lineFormats } from './entry-formats.js';
import { exportedEntry } from './exported-entry.fixture.js';

/** A value that was stored before anything was refused: it begins a line of its own, or turns the rest around. */
const stored = `x\u0085CEF:0|Transledger|a=b\u2028\u009b2J\u202eexe\u200b"\n\r\x1b`;

const lineEndOf = { csv: '\r\n', ndjson: '\n', ocsf: '\n', cef: '\n' } as const;

describe.each(Object.entries(lineEndOf))('an entry as %s', (format, lineEnd) => {
  const { line } = lineFormats[format as keyof typeof lineEndOf];

  it.each([
    ['agent', { user_agent: stored }],
    ['key', { key_name: stored }],
    ['file', { metadata: { filename: stored } }],
    ['metadata', { metadata: { code: stored } }],
    ['resource', { resource_id: stored }],
  ])('it is one line for every reader, whatever its %s holds', (_what, changes) => {
    const written = line(exportedEntry(changes));
    expect(written.endsWith(lineEnd)).toBe(true);
    expect(isLineText(written.slice(0, -lineEnd.length))).toBe(true);
    expect(written).toContain('u0085CEF:0|Transledger');
  });

  it('joiners that spell a word or an emoji stay', () =>
    expect(line(exportedEntry({ user_agent: 'می\u200cخواهم 👨\u200d👩' }))).toContain('می\u200cخواهم 👨\u200d👩'));
});

it('the value of a line of JSON is what is stored', () => {
  const entry = exportedEntry({ user_agent: stored });
  expect(JSON.parse(lineFormats.ndjson.line(entry))).toMatchObject({ user_agent: stored });
  expect(JSON.parse(lineFormats.ocsf.line(entry))).toMatchObject({ http_request: { user_agent: stored } });
});
