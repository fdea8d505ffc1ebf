import type { Found } from './figures.ts'
import { type GivenFigures, type RoleName, roleNames } from './roles.ts'

export const round = (value: number) => Math.round(value * 1e6) / 1e6
const WEEKS_PER_YEAR = 365 / 7
const perYear: readonly (readonly [RegExp, number])[] = [
  [/^(?:month|monthly)/u, 12],
  [/^(?:week|weekly)/u, WEEKS_PER_YEAR],
  [/^quarter/u, 4],
  [/^(?:year|annual)/u, 1],
]
const PERIOD =
  /\b(?:(?:a|per|each|every|\/) ?(month|week|quarter|year)|for (?:the|this|last) (?:whole )?(month|week|quarter|year)|this (month|week|quarter)|(monthly|weekly|quarterly))\b/gu

const periodsOf = (word: string) => perYear.find(([name]) => name.test(word))?.[1] ?? null

/** Adds what words say about the figures: periods, halves, puts that were assigned, and the two calls of a roll. */
export function addContext(text: string, read: GivenFigures, found: readonly Found[]): GivenFigures {
  let given = read
  // "This month" tells how long an amount took, and else only when something happened.
  const periodsNamed = [...text.matchAll(PERIOD)].filter(
    ([one]) => !one.startsWith('this') || given.amount !== undefined,
  )
  const every = periodsNamed.map(({ 1: each, 2: whole, 3: present, 4: adverb, index }) => ({
    periods: periodsOf(each ?? whole ?? present ?? adverb ?? ''),
    index,
  }))
  const after = (name: RoleName) => {
    const end = found.find(({ role }) => role === name)?.mention.end
    return end === undefined ? null : (every.find(({ index }) => index >= end && index <= end + 36)?.periods ?? null)
  }
  const [ofTarget, ofPct] = [after('target'), after('return_pct')]
  const days = given.days?.[0]
  const isRepeated = /\bevery (?:<days>|\d+ (?:days|weeks|months))/u.test(text)
  const periods =
    ofPct ??
    (isRepeated && days !== undefined ? 365 / days : (ofTarget ?? after('premium') ?? every[0]?.periods ?? null))
  if (periods !== null && given.periods_a_year === undefined) given = { ...given, periods_a_year: [periods] }
  const ofDividend = after('dividend')
  const ofAmount = after('amount')
  if (ofDividend !== null && (ofAmount ?? after('premium')) !== null)
    given = { ...given, dividend_periods: [ofDividend] }
  if (ofAmount !== null) given = { ...given, periods_a_year: [ofAmount] }
  const [first, second, ...others] = given.strike ?? []
  const isRoll = given.new_premium !== undefined || /\broll/u.test(text)
  if (
    isRoll &&
    second !== undefined &&
    others.length === 0 &&
    given.new_strike === undefined &&
    given.leap_cost === undefined
  )
    given = { ...given, strike: [first ?? second], new_strike: [second] }
  const isAssignedPut = /\bputs?\b/u.test(text) && /\b(?:assigned|exercised|put to me|wheel)\b/u.test(text)
  if (isAssignedPut && given.cost === undefined && first !== undefined)
    given = { ...given, cost: [first], strike: (given.strike ?? []).slice(1) }
  // "Three calls expired: 1.10, 0.85 and 1.40" counts the premiums rather than contracts at a time.
  const [contracts = 0] = given.contracts ?? []
  const premiums = given.premium?.length ?? 0
  if (
    (premiums > 2 || /\bexpired\b|\bworthless\b/u.test(text)) &&
    premiums > 1 &&
    given.contracts?.length === 1 &&
    (contracts === premiums || contracts === premiums - 1)
  )
    given = { ...given, contracts: [] }
  // "Three rounds brought .88, 1.04 and .57" counts the premiums as well.
  if (premiums > 1 && given.times?.[0] === premiums) given = { ...given, times: [] }
  return settlePremiums(settleTotals(readParts(given, text), text))
}

export const MIN_PAID = 1_000
/** Words of a total, or of calls that ended: the price of now counts as the close. */
const ASKS_RESULT =
  /\b(?:worthless|all in|up or down|in total|total|overall|altogether|ahead|under ?water|damage|how bad|net|lost|losing|(?:where|how) (?:do|am) i)\b/u

/** "1.2k for 100 shares" is the cost of all of them; and a price beside past premiums is where the shares are. */
function settleTotals(given: GivenFigures, text: string): GivenFigures {
  const { cost: [cost, ...costs] = [], shares: [shares] = [], ...others } = given
  const isPaid = cost !== undefined && shares !== undefined && costs.length === 0 && given.shares?.length === 1
  const level = given.strike?.[0] ?? given.price?.[0] ?? given.close_price?.[0]
  const each = isPaid ? cost / shares : 0
  const isOfAll =
    isPaid && each >= 1 && cost >= MIN_PAID && (level === undefined || each > level / 4) && cost > (level ?? 0) * 4
  // No call costs half of its share: "closing at 196" is where the stock closes.
  const [back = 0] = given.buy_back ?? []
  const isClose = given.buy_back?.length === 1 && back > (given.strike?.[0] ?? cost ?? Number.POSITIVE_INFINITY) / 2
  if (isClose && given.close_price === undefined) return { ...given, buy_back: [], close_price: [back] }
  const priced = isOfAll ? { ...given, cost: [each] } : given
  const { price, ...unpriced } = priced
  const isEnded = [others.buy_back, others.close_price, others.close_pct, others.goal_cost].every(
    (one) => one === undefined,
  )
  return price?.length === 1 &&
    given.cost !== undefined &&
    given.premium !== undefined &&
    isEnded &&
    ASKS_RESULT.test(text)
    ? { ...unpriced, close_price: price }
    : priced
}

const MAX_PART = 40
const MAX_PART_PREMIUM = 25

/** "2 contracts at 1.35, 3 at 1.28": the parts of a sale are contracts and premiums rather than shares and costs. */
function readParts(given: GivenFigures, text: string): GivenFigures {
  const { shares = [], cost = [], contracts = [], premium = [] } = given
  const [first = 0, ...rest] = [...contracts, ...shares]
  const prices = [...premium, ...cost]
  // "Sold 10, filled 4 at .55 and 6 at .53" names the sum first.
  const isSum = rest.length > 1 && rest.length === prices.length && rest.reduce((sum, one) => sum + one, 0) === first
  if (isSum && contracts.length > 0) return { ...given, contracts: rest, premium: prices, shares: [], cost: [] }
  const isParts =
    shares.length === cost.length &&
    contracts.length === premium.length &&
    shares.length + contracts.length > 1 &&
    shares.every((one) => one <= MAX_PART) &&
    cost.every((one) => one <= MAX_PART_PREMIUM) &&
    /\bcontracts?\b|\bcalls?\b|\bfill\w*\b/u.test(text)
  return isParts
    ? { ...given, shares: [], cost: [], contracts: [...contracts, ...shares], premium: [...premium, ...cost] }
    : given
}

/** A premium that no share could bring is that of a contract. */
function settlePremiums(given: GivenFigures): GivenFigures {
  const level = given.strike?.[0] ?? given.cost?.[0] ?? given.price?.[0]
  const isOfContract = (premium: number) =>
    (premium > 60 && (level === undefined || premium > level / 2)) || (level !== undefined && premium > level * 1.5)
  const premiums = given.premium?.map((one) => (isOfContract(one) ? round(one / 100) : one))
  const settled = premiums === undefined ? given : { ...given, premium: premiums }
  return Object.fromEntries(
    roleNames.flatMap((name) => ((settled[name]?.length ?? 0) > 0 ? [[name, settled[name]]] : [])),
  )
}
