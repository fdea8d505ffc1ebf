import { type EarlyAssignment, judgeEarlyAssignment, type ShortCall } from '../assignment/early-assignment.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import type { Truth } from '../truth.ts'
import { type CompanyEvents, listKnownCash, listUpcomingDividends } from './events.ts'

/** Comparison of the next dividend with a call's remaining time value, dollars per share. */
export interface DividendRisk {
  /** True if the call is likely to be exercised for a dividend (MATHS 9). */
  readonly atRisk: Truth
  readonly reason: EarlyAssignment['reason'] | 'dividend_amount_unknown'
  /** Ex-date of the dividend that puts the call at risk. This and the next three fields are null without such a dividend. */
  readonly exDate: IsoDate | null
  readonly dividendUsd: number | null
  /** Value lost by exercising: the extrinsic value, or the price of the same-strike put if only the put test holds. */
  readonly timeValueUsd: number | null
  /** Dividend − time value: what the holder gains and the writer loses. */
  readonly gainPerShareUsd: number | null
}

/** Larger than any dividend; finite because amounts are validated. */
const ANY_AMOUNT = Number.MAX_VALUE

/**
 * Applies `judgeEarlyAssignment` to the known dividends of a company. Without a known future ex-date the result is
 * unknown, unless the company pays no dividend or the term is over. The result is also unknown if it depends on an
 * unknown amount. Throws RangeError in the same cases as `judgeEarlyAssignment`. Source: MATHS 9. Verified in
 * `attention.test.ts`.
 */
export function judgeDividendRisk(call: Omit<ShortCall, 'dividends'>, events: CompanyEvents): DividendRisk {
  const { today, expiration } = call
  const upcoming = listUpcomingDividends(events, today)
  const isKnown = upcoming.length > 0 || events.paysNoDividend || expiration <= today
  const judged = judgeEarlyAssignment({ ...call, dividends: isKnown ? listKnownCash(upcoming) : null })
  const atMost = upcoming.map(({ exDate, cash }) => ({ exDate, cash: cash ?? ANY_AMOUNT }))
  const decides = isKnown && judgeEarlyAssignment({ ...call, dividends: atMost }).atRisk !== judged.atRisk
  return decides
    ? { atRisk: null, reason: 'dividend_amount_unknown', ...NO_DIVIDEND }
    : { atRisk: judged.atRisk, reason: judged.reason, ...findDividend(judged) }
}

const NO_DIVIDEND = { exDate: null, dividendUsd: null, timeValueUsd: null, gainPerShareUsd: null } as const

function findDividend({ atRisk, reason, tests, extrinsic, inputs }: EarlyAssignment) {
  if (atRisk !== true) return NO_DIVIDEND
  const byExtrinsic = reason === 'dividend_exceeds_extrinsic'
  const found = tests.find(
    ({ dueNow, exceedsExtrinsic, exceedsPut }) => dueNow && (byExtrinsic ? exceedsExtrinsic : exceedsPut),
  )
  const timeValueUsd = byExtrinsic ? extrinsic : inputs.putPrice
  if (found === undefined || timeValueUsd === null) return NO_DIVIDEND
  const { exDate, cash: dividendUsd } = found
  return { exDate, dividendUsd, timeValueUsd, gainPerShareUsd: dividendUsd - timeValueUsd }
}
