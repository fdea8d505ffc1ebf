export const noTests = { passed: 0, failed: 0, skipped: 0 }

/** Counts of a Jest run from its JSON report. A file that could not run counts as one failure. */
export const countsOf = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
})

export const add = (left, right) => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
})

/** Last line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
