import { POSITION_LIMITS } from '@callwright/scoring'
import { pointOf, type Slots } from '../../reading/slots.ts'
import { readDays } from './terms.ts'

/** Allowed distance from a single requested delta. */
const DELTA_REACH = 0.05
const styleDeltas = { Conservative: [0.1, 0.2], Aggressive: [0.3, 0.45] } as const
/** The middle of a style's deltas, where the message names no other distance. */
const styleDelta = ({ style, delta, chancePct, strikePlaces, otmPct, premium }: Slots): number | null =>
  style === null || strikePlaces.length > 0 || [delta, chancePct, otmPct, premium].some((one) => one !== null)
    ? null
    : (styleDeltas[style][0] + styleDeltas[style][1]) / 2
const AT_THE_MONEY = [0.4, 0.6] as const
const toCents = (value: number) => Math.round(value * 100) / 100

function readDelta({
  delta,
  chancePct,
  style,
  moneyness,
  premium,
  strike,
  otmPct,
  sort,
  strikePlaces,
}: Slots): readonly [number | null, number | null] {
  const isByIncome = (sort === 'premium' || sort === 'yield') && moneyness !== 'In the money'
  if (strikePlaces.length > 0) return [null, null]
  const single = pointOf(delta)
  if (single !== null) return [toCents(Math.max(0, single - DELTA_REACH)), toCents(Math.min(1, single + DELTA_REACH))]
  // By premium or yield, deep ITM calls would come first.
  if (delta !== null) return [delta.least, delta.most ?? (isByIncome ? POSITION_LIMITS.assignmentDelta : null)]
  if (chancePct !== null) {
    const chance = percentToDelta(pointOf(chancePct))
    return chance === null
      ? [percentToDelta(chancePct.least), percentToDelta(chancePct.most)]
      : [toCents(Math.max(0, chance - DELTA_REACH)), toCents(Math.min(1, chance + DELTA_REACH))]
  }
  if (style !== null) return styleDeltas[style]
  if (moneyness === 'At the money') return AT_THE_MONEY
  // Deep ITM calls have the highest premiums, so a minimum premium alone keeps to calls that are unlikely to be assigned.
  const isPremiumOnly = premium !== null && pointOf(premium) === null && strike === null && otmPct === null
  return isPremiumOnly && moneyness !== 'In the money' ? [null, POSITION_LIMITS.assignmentDelta] : [null, null]
}

export const sorts: Partial<Record<NonNullable<Slots['sort']>, string>> = {
  yield: 'annYield',
  premium: 'premium',
  openInterest: 'open_interest',
  delta: 'delta',
  strike: 'strike',
  expiration: 'expiry',
}

/** The filters of a message for `find_options`, without its expiration. */
export function filterCalls(slots: Slots) {
  const { least, most } = readDays(slots.days)
  const [delta_min, delta_max] = readDelta(slots)
  return {
    ...{ dte_min: least, dte_max: most, delta_min, delta_max },
    strike_place: slots.strikePlaces[0] ?? null,
    strike_count: slots.strikePlaces.length > 0 ? slots.count : null,
    near_delta: pointOf(slots.delta) ?? percentToDelta(pointOf(slots.chancePct)) ?? styleDelta(slots),
    ...readDistance(slots),
    strike_min: slots.strike?.least ?? null,
    strike_max: slots.strike?.most ?? null,
    premium_min: slots.premium?.least ?? null,
    premium_max: pointOf(slots.premium) === null ? (slots.premium?.most ?? null) : null,
    ...readPremium(slots),
    yield_min: slots.yieldPct?.least ?? null,
    open_interest_min: slots.openInterest?.least ?? null,
    volume_min: slots.volume?.least ?? null,
    max_spread_pct: slots.spreadPct?.most ?? null,
  }
}

/** A single distance is one to be near to; "in the money" and "out of the money" alone are bounds. */
function readDistance({ otmPct, otmUsd, moneyness }: Slots) {
  const [pct, usd] = [pointOf(otmPct), pointOf(otmUsd)]
  const isBelow = moneyness === 'In the money'
  const signed = (value: number | null) => (value !== null && isBelow ? -Math.abs(value) : value)
  const isOnlySide = otmPct === null && otmUsd === null
  return {
    near_otm_pct: signed(pct),
    near_otm_usd: signed(usd),
    otm_pct_min: isOnlySide
      ? moneyness === 'Out of the money'
        ? 0
        : null
      : pct === null
        ? (otmPct?.least ?? null)
        : null,
    otm_pct_max: isOnlySide ? (isBelow ? 0 : null) : pct === null ? (otmPct?.most ?? null) : null,
  }
}

/** The chance of assignment is about the delta. */
const percentToDelta = (percent: number | null) => (percent === null ? null : percent / 100)

/** A minimum premium asks for the least risky call that pays it: the one whose premium is nearest to the minimum. */
function readPremium({ premium, premiumPct, percent, delta, otmPct, sort }: Slots) {
  const share = premiumPct ?? percent
  const isFree = delta === null && otmPct === null && (sort === null || pointOf(premium ?? share) !== null)
  return {
    near_premium: isFree ? (premium?.least ?? null) : null,
    near_premium_pct: isFree ? (pointOf(share) ?? premiumPct?.least ?? null) : null,
    premium_pct_min: pointOf(share) === null ? (premiumPct?.least ?? null) : null,
  }
}
