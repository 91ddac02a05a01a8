import { join } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import { failureOf } from '../failure.js';
import { readKeptKeys } from '../log-keys.js';
import { stateFolder, writePrivately } from '../private-file.js';
import type { Runner } from '../runner.js';

interface Finding {
  check: string;
  verdict: 'ok' | 'remark' | 'wrong';
  says: string;
  advice?: string | undefined;
}

const oldestNode = 22;
const answerWithinMs = 10_000;
/** Milliseconds that the clocks may differ: a webhook's signature is good for five minutes. */
const maxDifferenceMs = 60_000;

const nodeFinding = (): Finding => {
  const major = Number(process.versions.node.split('.')[0]);
  const isNew = major >= oldestNode;
  return {
    check: 'node',
    verdict: isNew ? 'ok' : 'wrong',
    says: `This is Node ${process.versions.node}.`,
    advice: isNew ? undefined : `Install Node ${oldestNode} or newer.`,
  };
};

const wrong = (check: string, error: unknown): Finding => {
  const { message, advice } = failureOf(error);
  return { check, verdict: 'wrong', says: message, advice };
};

const stateFinding = async ({ io }: Context): Promise<Finding> => {
  try {
    await writePrivately(join(stateFolder(io.env), 'doctor'), '');
    const logs = Object.keys(await readKeptKeys(io.env)).length;
    return {
      check: 'state',
      verdict: 'ok',
      says: `${stateFolder(io.env)} can be written. Keys of ${logs} logs are kept.`,
    };
  } catch (error) {
    return wrong('state', error);
  }
};

const clockFinding = (date: string | null, now: number): Finding => {
  const difference = Math.abs(now - Date.parse(date ?? ''));
  if (Number.isNaN(difference))
    return { check: 'clock', verdict: 'remark', says: 'The service does not say its time.' };
  const seconds = Math.round(difference / 1_000);
  return difference <= maxDifferenceMs
    ? { check: 'clock', verdict: 'ok', says: `This clock and the service's differ by ${seconds} s.` }
    : {
        check: 'clock',
        verdict: 'wrong',
        says: `This clock and the service's differ by ${seconds} s.`,
        advice: 'Set the clock.',
      };
};

const serviceFindings = async ({ io }: Context, url: string): Promise<Finding[]> => {
  try {
    const signal = AbortSignal.any([io.signal, AbortSignal.timeout(answerWithinMs)]);
    const answer = await fetch(`${url}/health/ready`, { signal, redirect: 'manual' });
    const { status } = (await answer.json().catch(() => ({}))) as { status?: unknown };
    const isReady = answer.ok && status === 'ready';
    const says = `${url} answers ${answer.status}${typeof status === 'string' ? `, ${status}` : ''}.`;
    const verdict = isReady ? 'ok' : answer.ok ? 'remark' : 'wrong';
    const advice = isReady ? undefined : 'Its operator sees why: transledger-admin doctor.';
    return [{ check: 'service', verdict, says, advice }, clockFinding(answer.headers.get('date'), io.now())];
  } catch (error) {
    io.signal.throwIfAborted();
    const { cause } = error as { cause?: { code?: string } };
    const why = cause?.code ?? (error instanceof Error ? error.message : String(error));
    return [
      {
        check: 'service',
        verdict: 'wrong',
        says: `Nothing answers at ${url}: ${why}.`,
        advice: 'Is it started, and is the address right?',
      },
    ];
  }
};

const keyFinding = async (context: Context): Promise<Finding> => {
  try {
    const { total } = await (await context.client()).languages({}, context.call);
    return { check: 'key', verdict: 'ok', says: `The key is known. There are ${total} languages.` };
  } catch (error) {
    const { code } = failureOf(error);
    if (code === 'insufficient_scope')
      return { check: 'key', verdict: 'remark', says: 'The key is known, and may not list the languages.' };
    return wrong('key', error);
  }
};

const findingsOf = async (context: Context): Promise<Finding[]> => {
  const own = [nodeFinding(), await stateFinding(context)];
  try {
    const { name, url } = await context.profile();
    const says = name === undefined ? `${url}, from the environment.` : `${name}: ${url}`;
    const isOpen =
      new URL(url).protocol === 'http:' && !/^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(url).hostname);
    const profile: Finding = isOpen
      ? { check: 'profile', verdict: 'remark', says: `${says} It is not encrypted.` }
      : { check: 'profile', verdict: 'ok', says };
    const service = await serviceFindings(context, url);
    const isThere = service.length > 1;
    return [...own, profile, ...service, ...(isThere ? [await keyFinding(context)] : [])];
  } catch (error) {
    context.io.signal.throwIfAborted();
    return [...own, wrong('profile', error)];
  }
};

const signs = { ok: '✓', remark: '!', wrong: '✗' } as const;

const doctor = async (context: Context): Promise<ExitName> => {
  const findings = await findingsOf(context);
  for (const finding of findings)
    await context.output.print(finding, () => [
      `${signs[finding.verdict]} ${finding.check}: ${finding.says}`,
      ...(finding.advice === undefined ? [] : [`  ${finding.advice}`]),
    ]);
  return findings.some(({ verdict }) => verdict === 'wrong') ? 'check' : 'ok';
};

/** `doctor`. */
export const addDoctor = (program: Command, run: Runner): void => {
  program
    .command('doctor')
    .description('look at this machine, the profile, the service and the key; ends with 8 if something is wrong')
    .action(run(async (context) => doctor(context)));
};
