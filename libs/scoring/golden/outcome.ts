export interface Check {
  readonly quantity: string
  /** Null if our value must be null. */
  readonly expected: number | string | null
  readonly got: number | string | null
  readonly tolerance: number
  /** Tolerance for a slow, accurate mode, if the README gives one. It is reported but not enforced. */
  readonly reference?: number
}

export interface RowOutcome {
  readonly id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly checks: readonly Check[]
  /** Why the row could not be computed. */
  readonly problem?: string
}

export interface CheckedFile {
  readonly outcomes: readonly RowOutcome[]
  readonly ignored: readonly string[]
}

export interface FailedCheck extends Check {
  readonly id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly ratio: number
}

export interface FileReport {
  readonly file: string
  /** `unreadable` fails; `not_checked` means that other data is missing, and fails only under `--strict`. */
  readonly state: 'checked' | 'unreadable' | 'not_checked'
  readonly note: string
  readonly ignored: readonly string[]
  readonly rows: number
  readonly passed: number
  readonly worst: { readonly id: string; readonly quantity: string; readonly ratio: number } | null
  readonly failures: readonly FailedCheck[]
  /** How many rows have a reference tolerance (`of`), and how many of them meet it (`met`). */
  readonly reference: { readonly met: number; readonly of: number }
}

/**
 * Error as a multiple of the tolerance; above 1, the check fails. Infinite if one side is NaN or only one is null, if
 * texts differ, or if the tolerance is invalid: an infinite or negative tolerance would let every value pass.
 */
export function errorRatio({ expected, got }: Check, tolerance: number): number {
  if (expected === got) return 0
  if (typeof expected !== 'number' || typeof got !== 'number') return Number.POSITIVE_INFINITY
  if (!(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY
  const ratio = Math.abs(got - expected) / tolerance
  return Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio
}

/** A check that either holds or fails, without a tolerance. */
export const requirement = (
  quantity: string,
  holds: boolean,
  expected: string,
  got: number | string | null,
): Check => ({
  quantity,
  expected,
  got: holds ? expected : String(got),
  tolerance: 0,
})

export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** Checks a row; a thrown error makes the row fail with that message. */
export function outcomeOf(
  id: string,
  input: Readonly<Record<string, unknown>>,
  work: () => readonly Check[],
): RowOutcome {
  try {
    const checks = work()
    return checks.length > 0 ? { id, input, checks } : { id, input, checks, problem: 'nothing to check in this row' }
  } catch (error) {
    return { id, input, checks: [], problem: messageOf(error) }
  }
}

export function summarize(file: string, { outcomes, ignored }: CheckedFile): FileReport {
  const failures: FailedCheck[] = []
  const reference = { met: 0, of: 0 }
  let worst: FileReport['worst'] = null
  let passed = 0
  for (const { id, input, checks, problem } of outcomes) {
    const broken = problem === undefined ? [] : [{ quantity: 'row', expected: 'a figure', got: problem, tolerance: 0 }]
    const judged = [...checks, ...broken].map((check) => ({
      ...check,
      id,
      input,
      ratio: errorRatio(check, check.tolerance),
    }))
    const failed = judged.filter(({ ratio }) => !(ratio <= 1))
    failures.push(...failed)
    if (failed.length === 0) passed += 1
    for (const { quantity, ratio } of judged) {
      if (worst === null || ratio > worst.ratio) worst = { id, quantity, ratio }
    }
    const strict = checks.filter((check) => check.reference !== undefined)
    if (strict.length > 0) reference.of += 1
    if (strict.length > 0 && strict.every((check) => errorRatio(check, check.reference ?? 0) <= 1)) reference.met += 1
  }
  return { file, state: 'checked', note: '', ignored, rows: outcomes.length, passed, worst, failures, reference }
}

export function unjudged(file: string, state: 'unreadable' | 'not_checked', note: string): FileReport {
  return { file, state, note, ignored: [], rows: 0, passed: 0, worst: null, failures: [], reference: { met: 0, of: 0 } }
}
