import type { positionRuleKinds } from '@callwright/contracts'
import {
  ATTENTION_LEVEL_BOUNDS,
  above,
  atLeast,
  atMost,
  DIVIDEND_TEST_DAYS,
  daysBetween,
  findEventsInTerm,
  POSITION_LIMITS,
  type Truth,
  usDate,
} from '@callwright/scoring'
import { countDays, dollars, type KindRule, percent, type WatchedCall } from './rule.ts'

const metricsOf = ({ assessed }: WatchedCall) => assessed.valued.metrics
const known = (value: number | null, test: (value: number) => boolean): Truth => (value === null ? null : test(value))

/** Price in percent above the strike; negative below it. */
function aboveStrikePct(call: WatchedCall): number | null {
  const { price, position } = metricsOf(call)
  return price === null ? null : ((price - position.strike) / position.strike) * 100
}

function describePrice(call: WatchedCall): string {
  const { price, position } = metricsOf(call)
  const pct = aboveStrikePct(call)
  if (price === null || pct === null) return 'the price is unknown'
  const side = pct < 0 ? `${percent(-pct)} below` : `${percent(pct)} above`
  return `the stock is at ${dollars(price)}, ${side} the strike of ${dollars(position.strike)}`
}

function daysToEarnings({ assessed }: WatchedCall): number | null {
  const { earnings } = assessed.events
  return earnings === null ? null : daysBetween(assessed.valued.metrics.asOfDate, earnings.date)
}

/** Rules on a call. Limits that a user does not change are those of the attention reasons. */
export const positionKinds: Readonly<Record<(typeof positionRuleKinds)[number], KindRule<WatchedCall>>> = {
  delta: {
    spec: {
      label: 'Delta of at least',
      explanation: 'A call with a high delta is likely to be assigned.',
      unit: 'delta',
      ...{ min: 0.01, max: 1, step: 0.05, default_limit: POSITION_LIMITS.assignmentDelta },
    },
    words: (limit) => `delta of at least ${limit.toFixed(2)}`,
    holds: (call, limit) => {
      const { delta, deltaAtMost } = metricsOf(call)
      if (delta === null && deltaAtMost !== null && !atLeast(deltaAtMost, limit)) return false
      return known(delta, (value) => atLeast(value, limit))
    },
    describe: (call) => `delta is ${(metricsOf(call).delta ?? 0).toFixed(2)}`,
    needs: 'delta',
    plain: 'delta has reached your limit',
  },
  days_left: {
    spec: {
      label: 'Days to expiration at most',
      explanation: 'A few days before expiration, decide whether to close, roll or let the call expire.',
      unit: 'days',
      ...{ min: 0, max: 365, step: 1, default_limit: POSITION_LIMITS.lastDays },
    },
    words: (limit) => `at most ${countDays(limit)} to expiration`,
    holds: (call, limit) => atMost(metricsOf(call).daysToExpiration, limit),
    describe: (call) => `${countDays(metricsOf(call).daysToExpiration)} to expiration`,
    needs: 'expiration',
    plain: 'expiration is near',
  },
  profit_captured: {
    spec: {
      label: 'Premium captured of at least',
      explanation: 'Once most of the premium is captured, closing early frees the shares.',
      unit: 'percent',
      ...{ min: 1, max: 100, step: 5, default_limit: POSITION_LIMITS.profitCapturedPct },
    },
    words: (limit) => `at least ${percent(limit)} of the premium captured`,
    holds: (call, limit) => known(metricsOf(call).profitCapturedPct, (pct) => atLeast(pct, limit)),
    describe: (call) => `${percent(metricsOf(call).profitCapturedPct ?? 0)} of the premium is captured`,
    needs: 'premium',
    plain: 'the premium captured has reached your limit',
  },
  dividend: {
    spec: {
      label: 'A dividend exceeds the time value, ex-date within',
      explanation: 'The call is then likely to be exercised early for the dividend.',
      unit: 'days',
      ...{ min: 1, max: DIVIDEND_TEST_DAYS, step: 1, default_limit: DIVIDEND_TEST_DAYS },
    },
    words: (limit) => `a dividend exceeds the time value, with the ex-date within ${countDays(limit)}`,
    holds: ({ assessed }, limit) => {
      const { atRisk, exDate } = assessed.dividend
      if (atRisk !== true || exDate === null) return atRisk
      return atMost(daysBetween(assessed.valued.metrics.asOfDate, exDate), limit)
    },
    describe: ({ assessed }) => {
      const { exDate, dividendUsd, timeValueUsd } = assessed.dividend
      if (exDate === null || dividendUsd === null || timeValueUsd === null) return 'early assignment is likely'
      return `the dividend of ${dollars(dividendUsd)} a share, ex-date ${usDate(exDate)}, exceeds the time value of ${dollars(timeValueUsd)}, so early assignment is likely`
    },
    needs: 'dividend or time value',
    plain: 'a dividend makes early assignment likely',
  },
  earnings: {
    spec: {
      label: 'Earnings before expiration, within',
      explanation: 'The stock may move by more than usual when it reports.',
      unit: 'days',
      ...{ min: 0, max: 90, step: 1, default_limit: POSITION_LIMITS.lastDays },
    },
    words: (limit) => `earnings before expiration, within ${countDays(limit)}`,
    holds: (call, limit) => {
      const { metrics } = call.assessed.valued
      const inTerm = findEventsInTerm(call.assessed.events, metrics.position.expiration, metrics.asOfDate)
      if (inTerm.earningsBeforeExpiration !== true) return inTerm.earningsBeforeExpiration
      return known(daysToEarnings(call), (days) => atMost(days, limit))
    },
    describe: ({ assessed }) =>
      assessed.events.earnings === null
        ? 'earnings come before expiration'
        : `earnings on ${usDate(assessed.events.earnings.date)}, before expiration`,
    needs: 'earnings date',
    plain: 'earnings come before expiration',
  },
  near_strike: {
    spec: {
      label: 'Price within this percent of the strike',
      explanation: 'Near the strike, a small move decides whether the call is assigned.',
      unit: 'percent',
      ...{ min: 0.1, max: 50, step: 0.5, default_limit: ATTENTION_LEVEL_BOUNDS.nearStrikePct },
    },
    words: (limit) => `price within ${percent(limit)} of the strike`,
    holds: (call, limit) => known(aboveStrikePct(call), (pct) => atMost(Math.abs(pct), limit)),
    describe: describePrice,
    needs: 'price',
    plain: 'the stock is near the strike',
  },
  above_strike: {
    spec: {
      label: 'Price above the strike by more than',
      explanation: 'In the money, the shares are called away unless you roll or close.',
      unit: 'percent',
      ...{ min: 0, max: 100, step: 0.5, default_limit: 0 },
    },
    words: (limit) => (limit === 0 ? 'price above the strike' : `price more than ${percent(limit)} above the strike`),
    holds: (call, limit) => known(aboveStrikePct(call), (pct) => above(pct, limit)),
    describe: describePrice,
    needs: 'price',
    plain: 'the stock is above the strike',
  },
  expiration_day: {
    spec: {
      label: 'Expiration day',
      explanation: 'On the day itself, with the price against the strike.',
      ...{ unit: null, min: null, max: null, step: null, default_limit: null },
    },
    words: () => 'expiration day',
    holds: (call) => atMost(metricsOf(call).daysToExpiration, 0),
    describe: (call) => `expires today; ${describePrice(call)}`,
    needs: 'expiration',
    plain: 'expires today',
  },
}

/** Whether a call can still be traded with its terms; the attention reasons judge no other call. */
export function isTradable(call: WatchedCall): boolean {
  const { state, shareChanges, strikeLoweredOn } = metricsOf(call)
  return state === 'open' && shareChanges.length === 0 && strikeLoweredOn === null
}

export const nameStoredCall = ({ symbol, strike, expiration }: CallName): string =>
  `${symbol} ${strike} call of ${usDate(expiration)}`

export const nameCall = ({ assessed }: WatchedCall): string => nameStoredCall(assessed.valued.stored)

interface CallName {
  readonly symbol: string
  readonly strike: number
  readonly expiration: string
}
