import type { Chain, IncomeBucket } from '../../../api/lifecycle.ts'
import { formatMonth } from '../../../shared/format/times.ts'

/** `cash`: premium in the month of each trade. `realized`: each contract in the month in which it ended (L39). */
export const incomeViews = ['cash', 'realized'] as const
export type IncomeView = (typeof incomeViews)[number]

/** Option income of a bucket, dollars. */
export const optionIncome = ({ netPremiumUsd, realizedOptionsUsd }: IncomeBucket, view: IncomeView) =>
  view === 'cash' ? netPremiumUsd : realizedOptionsUsd

/** `Feb 2026` for `2026-02`. */
export const nameMonth = (key: string) => `${formatMonth(`${key}-01`)} ${key.slice(0, 4)}`

/** Whether anything was recorded in a bucket. */
export const hasIncome = (bucket: IncomeBucket) =>
  [
    bucket.premiumReceivedUsd,
    bucket.paidToCloseUsd,
    bucket.realizedOptionsUsd,
    bucket.realizedStockUsd,
    bucket.dividendsUsd,
    bucket.presumedUsd,
  ].some((usd) => usd !== 0)

export interface Cumulative {
  /** `Feb 2026`, or `Today` for the point that includes what is open. */
  readonly label: string
  /** P&L of the chains up to this point, dollars. */
  readonly withCalls: number
  /** P&L of the same shares, never written on. */
  readonly withoutCalls: number
}

type Result = Pick<Chain, 'endedOn' | 'pnlUsd' | 'holdingPnlUsd'>

/** Whether a chain can be compared with the same shares, never written on. */
const isComparable = ({ pnlUsd, holdingPnlUsd }: Result) => pnlUsd !== null && holdingPnlUsd !== null

/** Symbols of the chains that a comparison leaves out. */
export const listIncomparable = (chains: readonly (Result & Pick<Chain, 'symbol'>)[]): readonly string[] => [
  ...new Set(chains.filter((chain) => !isComparable(chain)).map(({ symbol }) => symbol)),
]

/**
 * Cumulative results from zero, of the chains whose result is known with and without their calls: one point for each month when chains ended, and one for today with open chains.
 */
export function addUp(all: readonly Result[]): readonly Cumulative[] {
  const chains = all.filter(isComparable)
  const ended = chains.filter(({ endedOn }) => endedOn !== null)
  const months = [...new Set(ended.map(({ endedOn }) => endedOn?.slice(0, 'YYYY-MM'.length) ?? ''))].toSorted()
  const sum = (counted: readonly Result[], read: (chain: Result) => number | null) =>
    counted.reduce((total, chain) => total + (read(chain) ?? 0), 0)
  const point = (label: string, counted: readonly Result[]): Cumulative => ({
    label,
    withCalls: sum(counted, ({ pnlUsd }) => pnlUsd),
    withoutCalls: sum(counted, ({ holdingPnlUsd }) => holdingPnlUsd),
  })
  const start = { label: 'Start', withCalls: 0, withoutCalls: 0 }
  return [
    ...(chains.length > 0 ? [start] : []),
    ...months.map((month) =>
      point(
        nameMonth(month),
        ended.filter(({ endedOn }) => (endedOn ?? '').slice(0, 'YYYY-MM'.length) <= month),
      ),
    ),
    ...(ended.length < chains.length ? [point('Today', chains)] : []),
  ]
}
