import { describe, expect, it } from 'vitest';
import { logVerdictAsJson, logVerdictLines } from './audit-verify-log.js';

const signed = { origin: 'example.org/org_1', size: 7, checkpoint: 'note' };

describe('the verdict on a running log', () => {
  it('it says how many entries are there, and how many of them are signed', () => {
    const verdict = { organizationId: 'org_1', verified: { entries: 8, signed } };
    expect(logVerdictLines(verdict)[0]).toMatch(/^✓ 8 entries of org_1.*7 of them are signed, as example\.org/);
    expect(logVerdictAsJson(verdict)).toEqual({
      verified: true,
      organization_id: 'org_1',
      entries: 8,
      origin: 'example.org/org_1',
      signed: 7,
    });
    const unsigned = { organizationId: 'org_1', verified: { entries: 0, signed: undefined } };
    expect(logVerdictLines(unsigned)[0]).toContain('Nothing of it is signed');
    expect(logVerdictAsJson(unsigned)).toMatchObject({ origin: null, signed: 0 });
  });

  it('a fault names the entry, or else the log', () => {
    const fault = { entryId: 'aud_1', reason: 'the entry is missing' };
    expect(logVerdictLines({ organizationId: 'org_1', fault })).toEqual(['✗ aud_1: the entry is missing']);
    expect(logVerdictLines({ organizationId: 'org_1', fault: { ...fault, entryId: undefined } })[0]).toMatch(
      /^✗ the log of org_1: /,
    );
    expect(logVerdictAsJson({ organizationId: 'org_1', fault })).toMatchObject({ verified: false, entry_id: 'aud_1' });
  });
});
