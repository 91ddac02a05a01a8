import { describe, expect, it } from 'vitest';
import { logVerdictAsJson, logVerdictLines } from './audit-verify-log.js';

const signed = { origin: 'example.org/org_1', size: 7 };
const older = { count: 0, ids: [] };
const rest = { notes: [], older, stoppedBecause: undefined };

describe('the verdict on a running log', () => {
  it('it says how many entries are there, and how many of them are signed', () => {
    const verdict = { organizationId: 'org_1', verified: { entries: 8, signed, ...rest } };
    expect(logVerdictLines(verdict)[0]).toMatch(/^✓ 8 entries of org_1.*7 of them are signed, as example\.org/);
    expect(logVerdictAsJson(verdict)).toEqual({
      verified: true,
      organization_id: 'org_1',
      entries: 8,
      older,
      origin: 'example.org/org_1',
      signed: 7,
      stopped_because: null,
    });
    const unsigned = { organizationId: 'org_1', verified: { entries: 0, signed: undefined, ...rest } };
    expect(logVerdictLines(unsigned)[0]).toContain('Nothing of it is signed');
    expect(logVerdictAsJson(unsigned)).toMatchObject({ origin: null, signed: 0 });
  });

  it('it names entries that are older than those before them', () => {
    const found = { count: 1, ids: ['aud_2'] };
    const verdict = { organizationId: 'org_1', verified: { entries: 8, signed, ...rest, older: found } };
    expect(logVerdictLines(verdict)[1]).toMatch(/Remark: 1 entry .*: aud_2\./);
    expect(logVerdictAsJson(verdict)).toMatchObject({ verified: true, older: found });
  });

  it('it says why a log that is as it was signed is signed no more', () => {
    const stoppedBecause = 'it has fewer entries than were signed';
    const verdict = { organizationId: 'org_1', verified: { entries: 8, signed, notes: [], older, stoppedBecause } };
    expect(logVerdictLines(verdict)[1]).toContain(`Nothing more is signed of it: ${stoppedBecause}`);
    expect(logVerdictAsJson(verdict)).toMatchObject({ verified: true, stopped_because: stoppedBecause });
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
