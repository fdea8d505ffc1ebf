import { annualizePct } from '@callwright/scoring'

/** One way to compute a figure from others. */
export interface Formula {
  readonly gives: string
  readonly from: readonly string[]
  readonly defaults: ReadonlyMap<string, number>
  /** Applies only if none of these is given. */
  readonly without: readonly string[]
  /** Null if the formula does not apply to these values. */
  readonly of: (...values: readonly number[]) => number | null
  /** The formula as text, with figures in braces; a part in brackets is left out if a figure of it is unknown. */
  readonly work: string | null
}

/** `from` lists the inputs of `of` in order: `fee=0` has a default, and `!times` must not be given. */
export function formula(
  gives: string,
  from: string,
  of: (...values: number[]) => number | null,
  work: string | null = null,
): Formula {
  const parts = from.split(' ')
  const inputs = parts.filter((part) => !part.startsWith('!')).map((part) => part.split('='))
  return {
    gives,
    from: inputs.map(([name = '']) => name),
    defaults: new Map(inputs.flatMap(([name = '', value]) => (value === undefined ? [] : [[name, Number(value)]]))),
    without: parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1)),
    of,
    work,
  }
}

export const same = (value: number) => value
export const add = (a: number, b: number) => a + b
export const subtract = (a: number, b: number) => a - b
export const multiply = (a: number, b: number) => a * b
export const percentOf = (part: number, whole: number) => (part / whole) * 100
export const annualize = (pct: number, days: number) => (days > 0 ? annualizePct(pct, days) : null)
/** Counts are rounded up; the small part keeps the rounding error of a division from adding one. */
export const roundUp = (value: number) => Math.ceil(value - 1e-9)
