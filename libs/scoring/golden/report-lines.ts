import type { FolderReport } from './check-folder.ts'
import type { FailedCheck, FileReport } from './outcome.ts'

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'infinite'
  return value > 0 && value < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)))
}

/** One line per file, followed by four lines per failing figure. */
export function fileLines(report: FileReport): string[] {
  const { file, state, note, ignored, rows, passed, worst, failures, reference } = report
  const name = file.padEnd(28)
  if (state === 'unreadable') return [`FAIL ${name} cannot be read: ${note}`]
  if (state === 'not_checked') return [`!!   ${name} NOT CHECKED: ${note}`]
  const verdict = failures.length === 0 ? 'ok  ' : 'FAIL'
  const count = `${passed} of ${rows} rows`.padEnd(20)
  const worstText =
    worst === null ? '' : `worst: row ${worst.id}, ${worst.quantity}, error / tolerance ${figure(worst.ratio)}`
  const strict = reference.of === 0 ? '' : `; reference tolerance met by ${reference.met} of ${reference.of}`
  return [
    `${verdict} ${name} ${count} ${worstText}${strict}`,
    ...ignored.map((column) => `!!   ${name} column not of the format, not checked: ${column}`),
    ...failures.flatMap(failureLines),
  ]
}

export function failureLines({ id, quantity, input, expected, got, ratio }: FailedCheck): string[] {
  const inputs = Object.entries(input).filter(([, value]) => value !== '')
  const shown = inputs.map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return [
    `     row ${id}, ${quantity}`,
    `       input              ${shown.join(' ')}`,
    `       expected           ${expected}`,
    `       got                ${got}`,
    `       error / tolerance  ${figure(ratio)}`,
  ]
}

/** The complete report, and whether any check failed. With `strict`, a file that could not be checked fails too. */
export function folderLines(
  { files, absent, unknown }: FolderReport,
  strict: boolean,
): { readonly lines: readonly string[]; readonly failed: boolean } {
  const rows = files.reduce((sum, report) => sum + report.rows, 0)
  const passed = files.reduce((sum, report) => sum + report.passed, 0)
  const unread = files.filter(({ state }) => state === 'unreadable').length
  const unchecked = files.filter(({ state }) => state === 'not_checked').length
  const failed = passed < rows || unread > 0 || (strict && unchecked > 0)
  const total = [
    `${passed} of ${rows} rows pass in ${files.length} files`,
    ...(unread > 0 ? [`${unread} cannot be read`] : []),
    ...(unchecked > 0 ? [`${unchecked} NOT CHECKED`] : []),
  ]
  const lines = [
    ...files.flatMap(fileLines),
    ...absent.map((name) => `!!   ${name.padEnd(28)} not in the folder`),
    ...unknown.map((name) => `!!   ${name.padEnd(28)} not a file of the format, not checked`),
    `${failed ? 'FAIL' : 'ok'}: ${total.join(', ')}`,
  ]
  return { lines, failed }
}
