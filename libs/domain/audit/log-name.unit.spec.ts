import { expect, it } from 'vitest';
import { isLaterLog, logNamed, logNumberOf } from './log-name.js';

it('the number of a log stands behind the organization from the second log on', () => {
  const first = 'mt.example.com:8080/org_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
  expect([logNumberOf(first), logNumberOf(`${first}/2`), logNumberOf(`${first}/12`)]).toEqual([1, 2, 12]);
  expect([logNamed(first, 2), logNamed(`${first}/2`, 3), logNamed(`${first}/3`, 1)]).toEqual([
    `${first}/2`,
    `${first}/3`,
    first,
  ]);
  expect([isLaterLog(`${first}/2`, first), isLaterLog(first, `${first}/2`), isLaterLog(first, first)]).toEqual([
    true,
    false,
    false,
  ]);
});
