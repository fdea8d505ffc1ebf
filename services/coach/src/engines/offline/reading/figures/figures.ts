import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { isHearsay } from '../grammar.ts'
import { listNumbers, type NumberMention } from '../numbers.ts'
import { roleRules } from './role-rules.ts'
import { type GivenFigures, type RoleName, roleNames } from './roles.ts'

export interface FigureReading {
  readonly given: GivenFigures
  /** Numbers without a role, as written. */
  readonly unread: readonly string[]
  /** Values of these. A follow-up may mean a known figure by one. */
  readonly loose: readonly number[]
}

interface Found {
  readonly mention: NumberMention
  role: RoleName | 'none' | null
  value: number
}

const WEEKS_PER_YEAR = 365 / 7
/** Further numbers of a message are ignored: no question has as many. */
const MAX_NUMBERS = 24
const perYear: readonly (readonly [RegExp, number])[] = [
  [/^(?:month|monthly)/u, 12],
  [/^(?:week|weekly)/u, WEEKS_PER_YEAR],
  [/^quarter/u, 4],
  [/^(?:year|annual)/u, 1],
]
const PERIOD =
  /\b(?:(?:a|per|each|every|\/) ?(month|week|quarter|year)|for (?:the|this|last) (?:whole )?(month|week|quarter|year)|(monthly|weekly|quarterly))\b/gu

/** Gives every number of a calculation a role. `text` is written out, with stocks as `§` and dates as `¤`. */
export function readFigures(text: string): FigureReading {
  const mentions = listNumbers(text, { isSingle: true }).slice(0, MAX_NUMBERS)
  const found: Found[] = mentions.map((mention) => ({
    mention,
    role: null,
    value: mention.values[0] ?? 0,
  }))
  for (let known = -1; known !== countKnown(found); ) {
    known = countKnown(found)
    applyRules(text, found)
  }
  settleLists(text, found)
  settleRest(found)
  settleLists(text, found)
  settleBid(found)
  const given = collect(found)
  const left = found.filter(({ role, value }) => role === null && !isKnownValue(given, value))
  return {
    given: addContext(text, given, found),
    unread: left.map(({ mention }) => mention.written),
    loose: left.map(({ value }) => value),
  }
}

/** A bid alone is what a sale brings: the premium. */
function settleBid(found: readonly Found[]): void {
  if (found.some(({ role }) => role === 'ask' || role === 'premium')) return
  for (const one of found) if (one.role === 'bid') one.role = 'premium'
}

const countKnown = (found: readonly Found[]) => found.filter(({ role }) => role !== null).length

function applyRules(text: string, found: readonly Found[]): void {
  // The same until a number gets a role.
  let masks = new Map<Found, string>()
  const maskOf = (one: Found) => {
    const mask = masks.get(one) ?? maskOthers(text, found, one)
    masks.set(one, mask)
    return mask
  }
  for (const rule of roleRules) {
    for (const one of found) {
      if (one.role !== null || !fitsRule(one, rule) || (one.mention.isCall && rule.role === 'contracts')) continue
      const isStrikeAgain = found.some(({ role, value }) => role === 'strike' && value === one.value)
      const isCents = CENTS.test(text.slice(one.mention.end))
      const isMatch = (rule.role === 'strike' && one.mention.isCall && !isCents) || rule.when.test(maskOf(one))
      if (!isStrikeAgain && !isMatch) continue
      const { start, end } = one.mention
      one.role = isStrikeAgain || isHearsay(text.slice(0, start), text.slice(end)) ? 'none' : rule.role
      if (one.role !== 'none') one.value = scaleValue(one, rule.scale ?? 1, text)
      masks = new Map()
    }
  }
}

/** "55c premium" are cents. */
const CENTS = /^ (?:premiums?|credits?|prem|each|a share|per share|in premium)\b/u

const fitsRule = ({ mention, value }: Found, { kind, isWhole, least, most }: (typeof roleRules)[number]) =>
  (kind === 'percent') === (mention.kind === 'percent') &&
  (kind !== 'plain' || mention.kind === 'plain') &&
  (isWhole !== true || Number.isInteger(value)) &&
  value >= (least ?? 0) &&
  value <= (most ?? Number.POSITIVE_INFINITY)

const round = (value: number) => Math.round(value * 1e6) / 1e6

function scaleValue({ role, value, mention }: Found, scale: number, text: string): number {
  if (role === 'delta') return value > 1 ? value / 100 : value
  // "65c fees" are cents, "the 65c" is a call.
  if (/c$/u.test(mention.written) && (role === 'fee' || role === 'dividend' || role === 'premium'))
    return round(value / 100)
  // "Dividends of .18 twice"
  const { 1: count } =
    (role === 'dividend'
      ? /(\d{1,2}) (?:\w+ )?(?:dividends|divs) of \$?$/u.exec(text.slice(0, mention.start))
      : null) ?? []
  if (count !== undefined) return round(value * Number(count))
  const isTwice = (role === 'dividend' || role === 'premium') && /^ (?:each )?twice\b/u.test(text.slice(mention.end))
  if (isTwice) return round(value * 2)
  const isPerContract = /^ ?(?:premium |credit )?(?:a|per|each|\/) ?contract/u.test(text.slice(mention.end))
  if (role === 'premium' && isPerContract && value >= 10) return round(value / 100)
  return role === 'days' ? Math.round(value * scale) : round(value * scale)
}

/** The text in which `#` is one number and the others are named by their roles. */
function maskOthers(text: string, found: readonly Found[], one: Found): string {
  let masked = ''
  let done = 0
  for (const { mention, role } of found) {
    const { start, end, isCall } = mention
    const mark =
      mention === one.mention ? '#' : role === null || role === 'none' ? `№${isCall ? 's' : ''}` : `<${role}>`
    masked += `${text.slice(done, start)}${mark}`
    done = end
  }
  // "+1.40" and "-2.10" are prices in or out.
  return (masked + text.slice(done))
    .replace(/\s+/gu, ' ')
    .replace(/(?<=^| )[-+](?=[#№<])/gu, '')
    .trim()
}

/** "1.10, 0.85 and 1.40": a number in a list has the role of the one before. */
function settleLists(text: string, found: readonly Found[]): void {
  const ordered = [...found.entries()]
  for (const [index, one] of [...ordered, ...ordered.toReversed()]) {
    if (one.role === null) settleListed(text, one, found[index - 1], LISTED)
    // "After .9, 1.05 and .8 in premiums" names the role last.
    if (one.role === null) settleListed(text, one, found[index + 1], ['premium', 'dividend'])
  }
}

const LISTED: readonly RoleName[] = ['premium', 'strike', 'dividend', 'close_price', 'return_pct', 'close_pct']

function settleListed(text: string, one: Found, beside: Found | undefined, listed: readonly RoleName[]): void {
  const role = listed.find((name) => name === beside?.role)
  if (beside === undefined || role === undefined) return
  const [first, second] = one.mention.start < beside.mention.start ? [one, beside] : [beside, one]
  const between = text.slice(first.mention.end, second.mention.start)
  const isListed = /^(?: ?,| ?&| ?\+| and| then| plus| or| vs\.?| versus| a share| each)+ ?$|^ $/u.test(between)
  if (isListed && one.value > beside.value / 6 && one.value < beside.value * 6) one.role = role
}
const MAX_PREMIUM_SHARE = 0.25
const MAX_BARE_PREMIUM = 15
const NEAR = 0.5

/** A number without a word is what is missing, if its size fits. */
function settleRest(found: readonly Found[]): void {
  const firstOf = (name: RoleName) => found.find(({ role }) => role === name)?.value
  for (const one of found) {
    if (one.role !== null || one.mention.kind === 'percent') continue
    const level = firstOf('cost') ?? firstOf('price') ?? firstOf('strike')
    const isSmall =
      level === undefined
        ? one.value <= MAX_BARE_PREMIUM && !(Number.isInteger(one.value) && one.mention.kind === 'plain')
        : one.value <= level * MAX_PREMIUM_SHARE
    const isLevel = (other: number | undefined) => other !== undefined && Math.abs(one.value - other) <= other * NEAR
    if (firstOf('budget') !== undefined && level === undefined) one.role = 'price'
    else if (
      one.value >= MIN_PAID &&
      firstOf('return_pct') !== undefined &&
      firstOf('target') === undefined &&
      level === undefined
    )
      one.role = 'budget'
    else if (firstOf('premium') === undefined && firstOf('target') === undefined && isSmall) one.role = 'premium'
    else if (firstOf('strike') !== undefined && firstOf('cost') === undefined && firstOf('price') === undefined)
      one.role = isLevel(firstOf('strike')) ? 'price' : null
    else if (firstOf('premium') !== undefined && level === undefined && one.value > (firstOf('premium') ?? 0) * 4)
      one.role = 'price'
  }
}

function collect(found: readonly Found[]): GivenFigures {
  const given: { -readonly [Name in RoleName]?: number[] } = {}
  for (const { role, value } of found) {
    if (role === null || role === 'none') continue
    const isAgain = role.endsWith('strike') && given[role]?.includes(value)
    if (isAgain !== true) given[role] = [...(given[role] ?? []), value]
  }
  return given
}

const isKnownValue = (given: GivenFigures, value: number) =>
  Object.values(given).some((values) => values.some((one) => one === value))

const periodsOf = (word: string) => perYear.find(([name]) => name.test(word))?.[1] ?? null

/** Adds what words say about the figures: periods, halves, puts that were assigned, and the two calls of a roll. */
function addContext(text: string, read: GivenFigures, found: readonly Found[]): GivenFigures {
  let given = read
  const every = [...text.matchAll(PERIOD)].map(({ 1: each, 2: whole, 3: adverb, index }) => ({
    periods: periodsOf(each ?? whole ?? adverb ?? ''),
    index,
  }))
  const after = (name: RoleName) => {
    const end = found.find(({ role }) => role === name)?.mention.end
    return end === undefined ? null : (every.find(({ index }) => index >= end && index <= end + 36)?.periods ?? null)
  }
  const [ofTarget, ofPct] = [after('target'), after('return_pct')]
  const days = given.days?.[0]
  // "12% annualized for 28 days" and "15% a year: how much a month" give the percent of a shorter term.
  const pctEnd = found.find(({ role }) => role === 'return_pct')?.mention.end ?? text.length
  const isYearly = /^ ?(?:a year|per year|annual\w*|yearly|p\.?a\b)/u.test(text.slice(pctEnd))
  const term =
    isYearly &&
    given.premium === undefined &&
    /\bpremium\b|\b(?:each|a|per) (?:call|month|week)\b|\bmonthly\b|\bweekly\b/u.test(text)
      ? days === undefined
        ? Math.max(0, ...every.map(({ periods: one }) => one ?? 0))
        : 365 / days
      : 0
  if (term > 1)
    given = {
      ...given,
      return_pct: (given.return_pct ?? []).map((one) => one / term),
      periods_a_year: days === undefined ? [term] : [],
    }
  const isRepeated = /\bevery (?:<days>|\d+ (?:days|weeks|months))/u.test(text)
  const periods =
    ofPct ??
    (isRepeated && days !== undefined ? 365 / days : (ofTarget ?? after('premium') ?? every[0]?.periods ?? null))
  if (periods !== null && given.periods_a_year === undefined) given = { ...given, periods_a_year: [periods] }
  // An amount a year from a percent a month: the amount is counted a month.
  if (ofTarget !== null && ofPct !== null && given.target !== undefined && ofTarget !== ofPct)
    given = { ...given, target: given.target.map((one) => (one * ofTarget) / ofPct) }
  // "20k a year: what monthly premium is that": the amount is counted a month.
  const other = ofPct === null && ofTarget !== null ? every.find(({ periods: one }) => one !== ofTarget)?.periods : null
  if (ofTarget !== null && other != null && given.target !== undefined)
    given = { ...given, target: given.target.map((one) => (one * ofTarget) / other), periods_a_year: [other] }
  const ofDividend = after('dividend')
  const ofAmount = after('amount')
  if (ofDividend !== null && (ofAmount ?? after('premium')) !== null)
    given = { ...given, dividend_periods: [ofDividend] }
  if (ofAmount !== null) given = { ...given, periods_a_year: [ofAmount] }
  if (/\bhalf\b/u.test(text) && given.return_pct === undefined && given.premium !== undefined)
    given = { ...given, return_pct: [50] }
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
    (contracts === premiums || contracts === premiums - 1)
  )
    given = { ...given, contracts: [] }
  // "Sold twice for .80"
  if (premiums === 1 && given.times === undefined && /\btwice (?:for|at)\b/u.test(text))
    given = { ...given, times: [2] }
  // "Three rounds brought .88, 1.04 and .57" counts the premiums as well.
  if (premiums > 1 && given.times?.[0] === premiums) given = { ...given, times: [] }
  return settlePremiums(settleTotals(readParts(given, text), text))
}

const MIN_PAID = 1_000
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
  // Sales that each cover all shares came one after another.
  const isRounds = contracts.length > 1 && contracts.every((one) => one * SHARES_PER_CONTRACT === shares[0])
  if (isRounds && shares.length === 1) return { ...given, contracts: contracts.slice(0, 1) }
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
