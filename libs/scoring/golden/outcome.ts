/** One figure of a row: what the file says, what the code says, and how far apart they may be. */
export interface Check {
  readonly quantity: string
  /** Null: the answer must be null. */
  readonly expected: number | string | null
  readonly got: number | string | null
  readonly tolerance: number
  /** The tolerance of a slow, accurate mode where the README names one: reported, never judged. */
  readonly reference?: number
}

export interface RowOutcome {
  readonly id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly checks: readonly Check[]
  /** Why the row could not be computed. */
  readonly problem?: string
}

/** What became of a file's rows. */
export interface CheckedFile {
  readonly outcomes: readonly RowOutcome[]
  /** Columns that nothing was checked against. */
  readonly ignored: readonly string[]
}

export interface FailedCheck extends Check {
  readonly id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly ratio: number
}

export interface FileReport {
  readonly file: string
  /** `unreadable` fails; `not_checked` needs data from elsewhere and fails only when asked. */
  readonly state: 'checked' | 'unreadable' | 'not_checked'
  readonly note: string
  readonly ignored: readonly string[]
  readonly rows: number
  readonly passed: number
  readonly worst: { readonly id: string; readonly quantity: string; readonly ratio: number } | null
  readonly failures: readonly FailedCheck[]
  /** Rows with a reference tolerance, and those of them within it. */
  readonly reference: { readonly met: number; readonly of: number }
}

/**
 * Error / tolerance: 1 is the edge. Infinite where one side is null or not a number, where words differ, and where the
 * tolerance is none: endless it would let everything pass, and negative too.
 */
export function errorRatio({ expected, got }: Check, tolerance: number): number {
  if (expected === got) return 0
  if (typeof expected !== 'number' || typeof got !== 'number') return Number.POSITIVE_INFINITY
  if (!(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY
  const ratio = Math.abs(got - expected) / tolerance
  return Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio
}

/** A check that only says yes or no. */
export const mustHold = (quantity: string, holds: boolean, expected: string, got: number | string | null): Check => ({
  quantity,
  expected,
  got: holds ? expected : String(got),
  tolerance: 0,
})

/** What an error says, without its class. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

/** A row through its checker; what throws is a failing row that says why. */
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

/** A file's outcomes in figures. */
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

/** A file that could not be judged. */
export function unjudged(file: string, state: 'unreadable' | 'not_checked', note: string): FileReport {
  return { file, state, note, ignored: [], rows: 0, passed: 0, worst: null, failures: [], reference: { met: 0, of: 0 } }
}
