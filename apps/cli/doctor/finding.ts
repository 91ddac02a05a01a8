/** `warning`: it works, and somebody should look at it. `wrong`: something does not work, or soon will not. */
export type Verdict = 'ok' | 'warning' | 'wrong';

/** The outcome of a check, with what to do about it unless all is well. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, verdict: 'ok', found });

export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  verdict: 'warning',
  found,
  remedy,
});

export const wrong = (check: string, found: string, remedy: string): Finding => ({
  check,
  verdict: 'wrong',
  found,
  remedy,
});

/** One finding for many that are all well, beside those that are not. */
export const inBrief = (check: string, findings: readonly Finding[]): Finding[] => {
  const others = findings.filter(({ verdict }) => verdict !== 'ok');
  const well = findings.length - others.length;
  return well === 0 ? others : [ok(check, `${well} of ${findings.length} are well`), ...others];
};
