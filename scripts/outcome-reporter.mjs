import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const isOfOthers = (line) => /^\s+at .*(node_modules|node:)/.test(line);
/** Messages of errors, with the lines of ours that they went through. */
const reasonOf = (errors) =>
  errors
    .flatMap(({ stack, message }) => (stack || message).split('\n'))
    .filter((line) => !isOfOthers(line))
    .join('\n');

/** Counts the tests of a run, and writes with each failure its file and why it came, to the file that OUTCOME_FILE names, as JSON. */
export default class OutcomeReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
    const fail = (name, errors, file) => {
      outcome.failed += 1;
      outcome.failures.push({ name, file, reason: reasonOf(errors) });
    };
    for (const testModule of testModules) {
      const file = testModule.relativeModuleId;
      if (testModule.errors().length > 0) fail(file, testModule.errors(), file);
      for (const suite of testModule.children.allSuites())
        if (suite.errors().length > 0) fail(`${file}: ${suite.fullName}`, suite.errors(), file);
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') fail(`${file}: ${test.fullName}`, errors, file);
        else if (state === 'passed') outcome.passed += 1;
        else if (state === 'skipped') outcome.skipped += 1;
        else fail(`${file}: ${test.fullName}`, [{ message: 'It did not end.' }], file);
      }
    }
    for (const error of unhandledErrors) {
      const path = error.VITEST_TEST_PATH;
      fail('outside of any test', [error], path && relative(process.cwd(), path));
    }
    writeFileSync(process.env.OUTCOME_FILE, JSON.stringify(outcome));
  }
}
