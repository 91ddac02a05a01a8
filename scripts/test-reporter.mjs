import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const isOfOthers = (line) => /^\s+at .*(node_modules|node:)/.test(line);
/** Messages of errors, with the lines of ours that they went through. */
const reasonOf = (errors) =>
  errors
    .flatMap(({ stack, message }) => (stack || message).split('\n'))
    .filter((line) => !isOfOthers(line))
    .join('\n');

/** A file that takes longer is named at the end. */
const slowMs = 10_000;

let files = [];
let isCutShort = false;
/** Files that ended before the run was cut short: what they skip they skip by themselves. */
const endedInTime = new Set();

/** The file and the suites that failed by themselves, such as in what goes before their tests. */
const brokenSuitesOf = (testModule) => {
  const file = testModule.relativeModuleId;
  const suites = [...testModule.children.allSuites()].map((suite) => ({
    name: `${file}: ${suite.fullName}`,
    errors: suite.errors(),
  }));
  return [{ name: file, errors: testModule.errors() }, ...suites].filter(({ errors }) => errors.length > 0);
};

const tell = (message) => process.send?.(message);

/**
 * Tells the process that started the run how far it is, and writes its outcome as JSON to the file that OUTCOME_FILE names: counts, each
 * failure with its file and its reason, why suites were skipped, and the files that were not begun by TEST_DEADLINE (milliseconds of the epoch).
 */
export default class TestReporter {
  onInit(vitest) {
    const deadline = Number(process.env.TEST_DEADLINE);
    if (!deadline) return;
    const cutShort = () => {
      isCutShort = true;
      return vitest.cancelCurrentRun('keyboard-input');
    };
    setTimeout(cutShort, Math.max(0, deadline - Date.now())).unref();
  }

  onTestRunStart(specifications) {
    files = specifications.map(({ moduleId }) => relative(process.cwd(), moduleId));
    tell({ files: files.length });
  }

  onTestModuleEnd(testModule) {
    const tests = [...testModule.children.allTests()].map((test) => test.result().state);
    const passed = tests.filter((state) => state === 'passed').length;
    if (!isCutShort) endedInTime.add(testModule.relativeModuleId);
    tell({ ended: testModule.relativeModuleId, passed });
    for (const { name, errors } of brokenSuitesOf(testModule)) tell({ failure: name, reason: reasonOf(errors) });
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed')
      tell({ failure: `${test.module.relativeModuleId}: ${test.fullName}`, reason: reasonOf(errors) });
  }

  onTestRunEnd(testModules, unhandledErrors) {
    const outcome = {
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      skips: [],
      leftOut: [],
      slow: [],
    };
    const leftOut = new Set(files);
    const fail = (name, errors, file) => {
      outcome.failed += 1;
      outcome.failures.push({ name, file, reason: reasonOf(errors) });
    };
    const skips = new Set();
    for (const testModule of testModules) {
      const file = testModule.relativeModuleId;
      const tests = [...testModule.children.allTests()];
      const { duration } = testModule.diagnostic();
      if (duration > slowMs) outcome.slow.push({ file, ms: duration });
      const isWhole = endedInTime.has(file) || tests.every((test) => /^(passed|failed)$/.test(test.result().state));
      if (isWhole && testModule.state() !== 'pending' && testModule.state() !== 'queued') leftOut.delete(file);
      for (const { name, errors } of brokenSuitesOf(testModule)) fail(name, errors, file);
      for (const suite of testModule.children.allSuites()) {
        if (suite.name.includes('(not installed here: ')) skips.add(`${file}: ${suite.name}`);
      }
      for (const test of tests) {
        const { state, errors } = test.result();
        if (state === 'failed') fail(`${file}: ${test.fullName}`, errors, file);
        else if (state === 'passed') outcome.passed += 1;
        else if (state === 'skipped' && !leftOut.has(file)) outcome.skipped += 1;
        else if (!isCutShort) fail(`${file}: ${test.fullName}`, [{ message: 'It did not end.' }], file);
      }
    }
    for (const error of unhandledErrors) {
      const path = error.VITEST_TEST_PATH;
      fail('outside of any test', [error], path && relative(process.cwd(), path));
    }
    outcome.skips = [...skips];
    if (isCutShort) outcome.leftOut = [...leftOut];
    writeFileSync(process.env.OUTCOME_FILE, JSON.stringify(outcome));
  }
}
