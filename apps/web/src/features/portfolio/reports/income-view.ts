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
  /** P&L of the chains up to this point, dollars; null if a part is unknown. */
  readonly withCalls: number | null
  /** P&L of the same shares, never written on. */
  readonly withoutCalls: number | null
}

type Result = Pick<Chain, 'endedOn' | 'pnlUsd' | 'holdingPnlUsd'>

/** Cumulative results from zero: one point for each month when chains ended, and one for today with open chains. */
export function addUp(chains: readonly Result[]): readonly Cumulative[] {
  const ended = chains.filter(({ endedOn }) => endedOn !== null)
  const months = [...new Set(ended.map(({ endedOn }) => endedOn?.slice(0, 'YYYY-MM'.length) ?? ''))].toSorted()
  const sum = (counted: readonly Result[], read: (chain: Result) => number | null) =>
    counted.reduce<number | null>((all, chain) => {
      const usd = read(chain)
      return all === null || usd === null ? null : all + usd
    }, 0)
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
