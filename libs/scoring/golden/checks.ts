export interface Check {
  readonly quantity: string
  /** Null if our value must be null. */
  readonly expected: number | string | null
  readonly got: number | string | null
  readonly tolerance: number
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
  /** Unknown columns: notes, sources, or misspelled names. */
  readonly ignored: readonly string[]
}

/**
 * Error as a multiple of the tolerance; above 1, the check fails. Infinite if one side is NaN or only one is null, if
 * texts differ, or if the tolerance is invalid: an infinite or negative tolerance would let every value pass.
 */
function errorRatio({ expected, got, tolerance }: Check): number {
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
    return { id, input, checks: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Largest error of a file as a multiple of its tolerance. */
export const worstOf = ({ outcomes }: CheckedFile): number =>
  Math.max(0, ...outcomes.flatMap(({ checks }) => checks.map(errorRatio)))

/** One line per wrong figure, with the row's input, both values and the error. */
export const failuresOf = ({ outcomes }: CheckedFile): string[] =>
  outcomes.flatMap(({ id, input, checks, problem }) => {
    const cells = Object.entries(input).filter(([, value]) => value !== '')
    const from = cells.map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    const given = `input ${from.join(' ')}`
    const wrong = checks.filter((check) => !(errorRatio(check) <= 1))
    return [
      ...(problem === undefined ? [] : [`row ${id}: ${problem}; ${given}`]),
      ...wrong.map(
        (check) =>
          `row ${id}, ${check.quantity}: expected ${check.expected}, got ${check.got}, ` +
          `error / tolerance ${Number(errorRatio(check).toPrecision(3))}; ${given}`,
      ),
    ]
  })
