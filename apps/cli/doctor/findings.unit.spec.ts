import { expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { START } from '#libs/ports/event-store/position.js';
import type { ProjectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { inBrief, ok, wrong } from './finding.js';
import { diskFinding, isolationFinding, nodeFinding } from './machine.checks.js';
import {
  apiFindings,
  askApi,
  clockFinding,
  groupFinding,
  jobsFinding,
  projectionFinding,
  signingFinding,
  timeStampFinding,
  witnessFindings,
} from './service.checks.js';

const projection = (changes: Partial<ProjectionStatus>): ProjectionStatus => ({
  name: 'audit-log',
  version: 1,
  position: START,
  state: 'running',
  reason: undefined,
  rebuilt: undefined,
  lagEvents: 0,
  lagSeconds: 0,
  heldLanes: [],
  parkedLanes: 0,
  parkedEvents: 0,
  oldestParkedSeconds: undefined,
  ...changes,
});

const lane = { lane: 'org_1', position: START, type: 'TextTranslated', reason: 'a reason' } as never;

it('what is left of a nearly full disk is told in megabytes', () =>
  expect(diskFinding('/data', { free: 40e6, size: 20e9 }).found).toBe('40 MB of 20.0 GB are free for /data'));

it.each([
  [0.5, 'ok'],
  [0.09, 'warning'],
  [0.02, 'wrong'],
] as const)('of a disk of which %d is free the finding is %s', (share, verdict) =>
  expect(diskFinding('/data', { free: share * 1e12, size: 1e12 }).verdict).toBe(verdict),
);

it.each([
  ['24.1.0', 'ok'],
  ['22.22.0', 'ok'],
  ['22.21.9', 'wrong'],
  ['20.99.0', 'wrong'],
] as const)('Node %s is %s', (version, verdict) => expect(nodeFinding(version).verdict).toBe(verdict));

it.each([
  [false, false, 'ok', 'run without a network and without files of others'],
  [false, true, 'warning', 'run without a network, but with the files of the service'],
  [true, true, 'warning', 'run with the network and the files of the service: the system does not allow unshare'],
] as const)(
  'programs over files of others that have a network: %s, and see files: %s, are %s',
  (hasNetwork, seesFiles, verdict, found) =>
    expect(isolationFinding(['LibreOffice', 'tesseract'], { hasNetwork, seesFiles })).toMatchObject({
      verdict,
      found: `LibreOffice and tesseract ${found}`,
      ...(verdict === 'ok' ? {} : { remedy: expect.stringContaining('user namespaces') }),
    }),
);

it.each([
  [0.4, 'ok', 'ahead'],
  [-3, 'wrong', 'behind'],
  [3, 'wrong', 'ahead'],
] as const)('a clock that is ahead by %d s is %s', (seconds, verdict, where) =>
  expect(clockFinding(seconds)).toMatchObject({ verdict, found: expect.stringContaining(where) }),
);

it.each([
  ['is up to date', {}, 'ok', 'up to date'],
  ['is a little behind', { lagEvents: 3, lagSeconds: 2 }, 'ok', '3 events behind'],
  ['is made anew', { state: 'rebuilding', rebuilt: 0.5, lagSeconds: 500 }, 'ok', '50 %'],
  ['is far behind', { lagEvents: 1000, lagSeconds: 75 }, 'wrong', '75 s behind'],
  ['has halted', { state: 'halted', reason: 'a reason' }, 'wrong', 'a reason'],
  ['holds a lane', { heldLanes: [lane] }, 'wrong', 'holds back 1'],
  ['has parked events', { parkedEvents: 2 }, 'wrong', '2 events wait'],
] as const)('a projection that %s is found so', (_what, changes, verdict, found) => {
  const finding = projectionFinding(projection(changes as Partial<ProjectionStatus>));
  expect(finding).toMatchObject({ check: 'projection audit-log', verdict, found: expect.stringContaining(found) });
  expect(finding.remedy === undefined).toBe(verdict === 'ok');
});

it.each([
  ['is up to date', { lagEvents: 0, lagSeconds: 0, parked: 0 }, 'ok'],
  ['is far behind', { lagEvents: 9, lagSeconds: 1_000, parked: 0 }, 'wrong'],
  ['has given messages up', { lagEvents: 0, lagSeconds: 0, parked: 2 }, 'wrong'],
] as const)('a consumer group that %s is %s', (_what, status, verdict) =>
  expect(groupFinding({ group: 'webhooks', checkpoint: START, ...status })).toMatchObject({ verdict }),
);

it('jobs that were given up are a warning', () =>
  expect([jobsFinding(0).verdict, jobsFinding(2).verdict]).toEqual(['ok', 'warning']));

it('each dependency of the API that is not ready is a finding, with the reason where the API gives one', () => {
  const dependencies = {
    database: { status: 'ready' },
    inference: { status: 'unavailable', reason: 'No pair is installed.' },
    read_models: { status: 'degraded' },
  };
  expect(apiFindings({ status: 'degraded', dependencies })).toMatchObject([
    { check: 'api', verdict: 'wrong', found: 'inference is unavailable: No pair is installed.' },
    { check: 'api', verdict: 'warning', found: 'read_models is degraded' },
  ]);
  expect(apiFindings({ status: 'ready', dependencies: {} })).toMatchObject([{ verdict: 'ok' }]);
});

it('an API that is not found is wrong beside an embedded database, and a warning elsewhere', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await askApi(url, true)).toMatchObject([{ check: 'api', verdict: 'wrong' }]);
  expect(await askApi(url, false)).toMatchObject([{ check: 'api', verdict: 'warning' }]);
});

it('many that are well are one finding, beside each that is not', () => {
  const bad = wrong('c', 'it is not', 'mend it');
  expect(inBrief('all', [ok('a', ''), ok('b', ''), bad])).toEqual([ok('all', '2 of 3 are well'), bad]);
  expect(inBrief('all', [bad])).toEqual([bad]);
});

it('an audit log that is signed no more is wrong, and named with its reason', () => {
  const signed = { organizationId: 'org_1', stoppedBecause: undefined };
  const stopped = { organizationId: 'org_2', stoppedBecause: 'entries are missing' };
  expect(signingFinding([signed])).toMatchObject({ verdict: 'ok', found: '1 of 1 are signed' });
  expect(signingFinding([signed, stopped])).toMatchObject({
    verdict: 'wrong',
    found: '1 of 2 are signed no more; of org_2: entries are missing',
    remedy: expect.stringMatching(
      /audit resume-log --organization org_2, or audit new-log --organization org_2 .*#after-a-restore/,
    ),
  });
});

it('a witness that saw another history is wrong, and one that does not cosign a log is to be looked at', () => {
  const found = witnessFindings(
    ['new', 'good', 'strange', 'split'],
    [
      { witness: 'good', answer: 'cosigned', logs: 3 },
      { witness: 'strange', answer: 'cosigned', logs: 2 },
      { witness: 'strange', answer: 'unknown_origin', logs: 1 },
      { witness: 'split', answer: 'split_view', logs: 1 },
      { witness: 'of before', answer: 'unreachable', logs: 3 },
    ],
  );
  expect(found.map(({ check, verdict }) => [check, verdict])).toEqual([
    ['witness new', 'warning'],
    ['witness good', 'ok'],
    ['witness strange', 'warning'],
    ['witness split', 'wrong'],
  ]);
  expect(found[2]?.found).toBe('1 audit logs: unknown_origin');
});

it('an authority that did not stamp a log is to be looked at', () => {
  const stamped = { answer: 'stamped', logs: 3 } as const;
  expect([[], [stamped], [stamped, { answer: 'unreachable', logs: 1 } as const]].map(timeStampFinding)).toMatchObject([
    { verdict: 'warning', found: 'none was asked for yet' },
    { verdict: 'ok' },
    { verdict: 'warning', found: '1 audit logs: unreachable' },
  ]);
});
