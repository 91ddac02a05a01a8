import { describe, expect, it } from 'vitest';
import { cef, cefHeader, cefValue } from './cef.format.js';
import { exportedEntry } from './exported-entry.fixture.js';

describe('the audit log as CEF', () => {
  it('an entry is one line, with what CEF has names for under these', () => {
    const line = cef.line(exportedEntry({ result: 'denied', metadata: { filename: 'a b.docx' } }));
    expect(line).toMatch(/^CEF:0\|Transledger\|Transledger\|\d[^|]*\|translate\|translate text\|7\|rt=1795255200000 /);
    expect(line).toContain(
      ' act=translate outcome=denied suser=usr_ada src=192.0.2.7 requestClientApplication=curl/8 fname=a b.docx ',
    );
    expect(line.endsWith(' cs6Label=metadata cs6={"filename":"a b.docx"} cn1Label=leaf_index cn1=1\n')).toBe(true);
  });

  it.each([
    ['2001:db8::1', 'c6a2Label=Source IPv6 Address c6a2=2001:db8::1'],
    ['[erased]', 'suser=usr_ada requestClientApplication'],
  ])('the address %s stands where its kind has a place', (ip_address, expected) =>
    expect(cef.line(exportedEntry({ ip_address }))).toContain(expected),
  );

  it('what would end a field or a line is escaped, in the header and behind it', () => {
    expect(cefHeader('a|b\\c=d\r\ne')).toBe('a\\|b\\\\c=d e');
    expect(cefValue('a|b\\c=d\r\ne')).toBe('a|b\\\\c\\=d\\r\\ne');
    const line = cef.line(exportedEntry({ user_agent: 'x\nCEF:0|fake|=', key_id: null, key_name: null }));
    expect(line.split('\n')).toHaveLength(2);
    expect(line).not.toContain('cs4');
  });
});
