import type { RollCandidate } from './roll-candidate.ts'
import type { RollOptions } from './roll-options.ts'

/**
 * Sorts by verdict, then by `rankBy` (unknown figures last), then by tighter spread and earlier contract symbol. With
 * `creditOnly`, the credit is compared before the delta (MATHS 7). Verified in `rolling.test.ts`.
 */
export function compareRolls(a: RollCandidate, b: RollCandidate, options: RollOptions): number {
  const { creditOnly, targetDays } = options
  const rankBy = creditOnly && options.rankBy === 'delta' ? 'credit' : options.rankBy
  const verdict = ({ verdict: { roll } }: RollCandidate) => (roll === null ? 1 : roll ? 0 : 2)
  const distance = ({ daysToExpiration }: RollCandidate) =>
    rankBy === 'annualized_return' ? 0 : Math.abs(daysToExpiration - targetDays)
  return (
    verdict(a) - verdict(b) ||
    distance(a) - distance(b) ||
    MERITS[rankBy].reduce((decided, merit) => decided || merit(b) - merit(a), 0) ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

type Merit = (roll: RollCandidate) => number

const UNKNOWN_MERIT = Number.MIN_SAFE_INTEGER
const byDelta: Merit = ({ delta }) => delta
const byCredit: Merit = ({ netCreditUsd }) => netCreditUsd ?? UNKNOWN_MERIT
const byReturn: Merit = ({ annualizedRollReturnPct }) => annualizedRollReturnPct ?? UNKNOWN_MERIT

const MERITS: Readonly<Record<RollOptions['rankBy'], readonly Merit[]>> = {
  delta: [byDelta, byCredit],
  credit: [byCredit, byDelta],
  annualized_return: [byReturn],
}
