import { CREDIT_POINTS } from './rating-table.ts'

const GRADES: ReadonlyMap<string, number> = new Map([
  ...['AAA', 'AA', 'A'].map((grade) => [grade, CREDIT_POINTS.investmentHigh] as const),
  ...['BBB', 'BAA'].map((grade) => [grade, CREDIT_POINTS.investment] as const),
  ...['BB', 'BA'].map((grade) => [grade, CREDIT_POINTS.speculative] as const),
  ...['B', 'CCC', 'CC', 'C', 'D', 'SD', 'RD', 'CAA', 'CA'].map((grade) => [grade, CREDIT_POINTS.low] as const),
])

/**
 * Points for an issuer's credit rating on the scales of S&P and Fitch (AA−, BBB+) or Moody's (Aa3, Baa1): AAA to A 3,
 * BBB 2, BB 1, lower 0 (D9). Null for any other value, such as NR.
 */
export function creditPoints(creditRating: string): number | null {
  const grade = creditRating
    .trim()
    .toUpperCase()
    .replace(/(?<![+\-−123])[+\-−123]+$/, '')
  return GRADES.get(grade) ?? null
}
