import { plainScore } from '../../../../services/market-data/test/plain-row.ts'
import { at, type Expected, type ExpectedText, joinSentences, joinTexts, said } from './expected-text.ts'
import { byRank, type Facts, isLiquid, isStandard, knownOf, nameDay, type PlainCall } from './facts.ts'

const LIST = 'Suggested calls, Suggested calls'
/** Where the page shows a call's expanded row. */
export const REASONS = `${LIST}, across`

/** Recommendation that a position in the call would get from the portfolio. */
type Rule = 'assign' | 'close' | 'hold'

/** Adds the values that decide the call's rank and recommendation. */
function judge(call: PlainCall, { pack: { nextReport, exDate } }: Facts) {
  const { days, quote, figures, headroomEm, headroomPct, spreadPct } = call
  const yieldPct = knownOf(figures.annualized_time_value_yield_pct)
  const [delta, room] = [knownOf(call.delta), knownOf(headroomEm)]
  const openInterest = knownOf(quote.openInterest)
  const isReportIn = nextReport < quote.expiration
  const isExDateIn = exDate <= quote.expiration
  const eventPoints = (isReportIn ? 0 : 7) + (isExDateIn ? 0 : 3)
  const rule: Rule = days <= 7 && headroomPct < 2 ? 'assign' : yieldPct < 10 ? 'close' : 'hold'
  return {
    ...call,
    yieldPct,
    delta,
    room,
    openInterest,
    isReportIn,
    isExDateIn,
    rule,
    isRecommended: rule === 'hold',
    isUnderMinimum: yieldPct < 10,
    score: plainScore({ yieldPct, delta, room, spreadPct, openInterest, eventPoints }),
  }
}

export type JudgedCall = ReturnType<typeof judge>

interface ListedCall extends JudgedCall {
  readonly isBest: boolean
  readonly isThin: boolean
}

/**
 * The best call for each expiration: first the stock's overall best call, then the calls 30 to 45 days out, then the
 * others by date.
 */
export function listBest(facts: Facts): ListedCall[] {
  const { expirations, passingOf, best } = facts
  const placeOf = (call: PlainCall) => (call === best ? 0 : isStandard(call) ? 1 : 2)
  return expirations
    .flatMap((expiration) => (expiration === best.quote.expiration ? [best] : passingOf(expiration).slice(0, 1)))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (placeOf(a) === 1 ? byRank(a, b) : a.days - b.days))
    .map((call) => ({ ...judge(call, facts), isBest: call === best, isThin: !isLiquid(call) }))
}

const UNDER_MINIMUM = 'Time value pays less than the minimum of 10% a year, so it is never recommended'

export function expectList(listed: readonly ListedCall[]): Expected[] {
  return listed.flatMap((call) => {
    const { quote, days, strike, delta, bid, yieldPct, isBest, isThin, isUnderMinimum, figures } = call
    const day = nameDay(quote.expiration)
    const marks = `${isBest ? ' Best call' : ''}${isUnderMinimum ? ' Under 10%' : ''}`
    return [
      ...at(`${LIST}, Expiration`, said`${day} ${days} d, strike ${strike}${marks}`),
      ...(isUnderMinimum ? at(`${LIST}, Expiration, hint`, said`${UNDER_MINIMUM}`) : []),
      ...at(`${LIST}, Strike Delta`, said`${strike} delta ${delta}`),
      ...at(`${LIST}, Bid $ Spread %`, said`${bid} spread ${call.spreadPct}`),
      ...at(`${LIST}, Yield % If called %`, said`${yieldPct} if called ${knownOf(figures.if_called_return_pct)}`),
      ...at(`${LIST}, Open int. Liquidity`, said`${call.openInterest} liquidity ${isThin ? 'Thin' : 'Liquid'}`),
      ...at(`${LIST}, Reasons, label`, said`Reasons for ${day}, strike ${strike}`),
    ]
  })
}

/** Expected text of a call's expanded row. */
export function expectReasons(call: JudgedCall): Expected[] {
  const { days, yieldPct, delta, room, spreadPct, openInterest, score, isRecommended, isUnderMinimum, rule } = call
  const verdict = isRecommended ? 'Recommended' : 'Listed, not recommended'
  const words = isUnderMinimum
    ? [said`Not recommended: the static yield is ${yieldPct}% a year, under 10.0% a year.`]
    : rule === 'assign'
      ? [said`Not recommended: once added, the rule for positions would say Let Assign.`]
      : []
  const text = joinSentences(
    said`${verdict}: scores ${score} of 100 among this stock’s calls`,
    ...words,
    said`${days} days to expiration (target 30-45).`,
    said`Time value at the bid pays ${yieldPct}% of the price per year.`,
    said`Delta ${delta} (target 0.15-0.30).`,
    said`The strike is ${room} expected moves above the price.`,
    said`The spread is ${spreadPct}% of the mid.`,
    said`Open interest is ${openInterest}.`,
    said`${describeEvents(call)} date before expiration.`,
    ruleTexts[rule](call),
  )
  return at(REASONS, text)
}

function describeEvents({ isReportIn, isExDateIn }: JudgedCall): string {
  if (!isReportIn && !isExDateIn) return 'No earnings or ex-dividend'
  const [report, exDate] = [isReportIn ? 'Earnings' : 'No earnings', isExDateIn ? 'ex-dividend' : 'no ex-dividend']
  return `${report} date before expiration; ${exDate}`
}

const ONCE_ADDED = 'Once added, the recommendation would be'

const ruleTexts: Readonly<Record<Rule, (call: JudgedCall) => ExpectedText>> = {
  assign: ({ days, headroomPct }) =>
    said`${ONCE_ADDED} Let Assign: The time left is ${days} days (at most 7 days) and the headroom is ${headroomPct}% (under 2%). This close to expiration, the call has little time value left to earn, and the price is near or above the strike.`,
  close: ({ yieldPct }) =>
    said`${ONCE_ADDED} Close: The static yield is ${yieldPct}% a year (under 10.0% a year). The position leaves too little room for a normal move of the stock, or pays too little for its risk.`,
  hold: ({ days, delta, headroomPct, bid, mid, room, yieldPct }) => {
    const captured = ((bid - knownOf(mid)) / bid) * 100
    const rest = said`the profit captured is ${captured}% (under 50%), the headroom in expected moves is ${room} (at least 0.50) and the static yield is ${yieldPct}% a year (at least 10.0% a year).`
    const time =
      days <= 7
        ? said`the headroom is ${headroomPct}% (at least 2%)`
        : said`the time left is ${days} days (over 7 days)`
    return joinTexts(said`${ONCE_ADDED} Hold: No rule applies: the delta is ${delta} (under 0.500)`, time, rest)
  },
}
