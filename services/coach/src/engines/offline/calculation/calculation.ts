import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { Question } from '../conversation/fit-intent.ts'
import { isSearch } from '../conversation/screen-like.ts'
import { chooseShown, type Shown, toGiven } from '../conversation/shown.ts'
import { type Intent, isOfFigures } from '../intents.ts'
import { findNearestRole, mergeFigures, toFigures, toSlots } from '../reading/figures/given.ts'
import type { GivenFigures, RoleName } from '../reading/figures/roles.ts'
import type { Reading } from '../reading/read-message.ts'
import { noSlots, type Slots } from '../reading/slots.ts'
import { isCalculation, isExact, namesExactly } from './asked.ts'

/** Readings that a message with figures of its own is never taken for. */
const NEVER: ReadonlySet<Intent> = new Set(['help', 'tax', 'alert', 'news', 'income', 'gains', 'portfolio', 'screen'])
const SURE = 0.8
const MIN_FIGURES = 2
const MAX_CONTINUED_WORDS = 16
const MAX_SHOWN_WORDS = 24
/** Amounts that only a calculation has. */
const AMOUNTS: readonly RoleName[] = [
  'premium',
  'cost',
  'buy_back',
  'new_premium',
  'target',
  'budget',
  'return_pct',
  'delta',
  'amount',
  'theta',
  'bid',
  'debit',
  'breakeven',
]
const OWN_FIGURES: readonly RoleName[] = ['cost', 'price', 'buy_back']
const isScreen = ({
  withoutSectors,
  otmPct,
  sector,
  marketCap,
  ivRank,
  score,
  rsi,
  openInterest,
  quietDays,
  dividendYield,
}: Slots) =>
  withoutSectors.length > 0 ||
  [otmPct, sector, marketCap, ivRank, score, rsi, openInterest, quietDays, dividendYield].some((one) => one !== null)

/** Words of a search among stocks, such as "any stocks" and "which names". */
const SEEKS = /\b(?:any|which|what|find|show|list|are there)\b[^.;?]{0,20}\b(?:stocks|names|companies|tickers)\b/u

/** Words of a question about the user's own calls. */
const OF_CALLS =
  /\b(?:which|any|what|list|show)\b[^.;?]{0,20}\b(?:calls|positions|ones)\b.*\b(?:captured?|left|open|expir\w+|have)\b/u

/** A single premium is enough for what a sale brings. */
const ASKS_SALE =
  /\bif i (?:sell|sold|write|wrote)\b.*\bwhat (?:do|would|will|did) i (?:get|make|collect|net|receive)\b/u

const countFigures = (figures: GivenFigures) => Object.values(figures).reduce((sum, values) => sum + values.length, 0)

/** A message whose own figures answer it; null if it needs the market or is no calculation. */
export function readCalculation(reading: Reading, before: Question | null, shown: Shown | null): Question | null {
  const { text, slots, figures, ranked, candidates } = reading
  const [top] = ranked
  const continued = before === null ? null : continueCalculation(reading, before)
  if (continued !== null) return continued
  const ofShown = before === null ? null : calculateShown(reading, before, shown)
  if (ofShown !== null) return ofShown
  // After a question about a listed call, its premium is known: a cost or a number of shares changes that question.
  const isOfCall = before !== null && (before.intent === 'calls' || before.intent === 'trade')
  if (isOfCall && before.slots.stocks.length > 0 && figures.given.premium === undefined) return null
  if (before?.intent === 'screen' && figures.given.premium === undefined) return null
  const isList = top?.intent !== 'screen' || /\b(?:stocks?|names?|tickers|which|show|find|list|screen)\b/u.test(text)
  const isOther = top !== undefined && NEVER.has(top.intent) && top.probability >= SURE && isList
  const isNamed = slots.stocks.length > 0 || candidates.length > 0
  // With a stock, only figures of the user's own trade make the market's unnecessary.
  const isOwn = OWN_FIGURES.some((name) => figures.given[name] !== undefined) && figures.given.premium !== undefined
  const isOfMarket = isNamed && (!isOwn || slots.expiration !== null)
  const isAsked =
    figures.given.premium !== undefined && (namesExactly(text) || (ASKS_SALE.test(text) && slots.stocks.length === 0))
  const hasAmount = AMOUNTS.some((name) => figures.given[name] !== undefined)
  // Rates and taxes name no stock: "32% federal" is no Federal Realty.
  const isOfRates =
    (figures.given.tax_pct ?? figures.given.other_pct) !== undefined && figures.given.amount !== undefined
  if (isOfRates || (!isNamed && !SEEKS.test(text) && isExactOf(reading))) return build(figures.given, reading, text)
  if (figures.given.premium === undefined && OF_CALLS.test(text)) return null
  // "A utility at 33.40" with a call of the user's own is no search.
  const isSearched = !isTrade(figures.given) && (isScreen(slots) || isSearch(slots, text))
  if (isOther || isOfMarket || !hasAmount || isSearched || SEEKS.test(text)) return null
  if (countFigures(figures.given) < MIN_FIGURES && !isAsked) return null
  return isAsked || isTrade(figures.given) || isCalculation(figures.given, text)
    ? build(figures.given, reading, text)
    : null
}

/** Whether the words name a result that the figures of the message suffice for. */
const isExactOf = ({ figures, text }: Reading) =>
  countFigures(figures.given) >= MIN_FIGURES && isExact(figures.given, text)

/** Whether the figures of a message or of the answer before suffice for what it asks, so that no general answer may take its place. */
export const isWorkedExample = ({ intent, text }: Question, reading: Reading) =>
  isOfFigures(intent) && (text !== reading.text || isExactOf(reading))

/** The question of a message that no reading is sure about: its figures if it has enough of them. */
export const settleUnsure = (readings: readonly Question[], reading: Reading): Question | null =>
  countFigures(reading.figures.given) >= MIN_FIGURES
    ? build(reading.figures.given, reading, reading.text)
    : (readings[0] ?? null)

/** The slots of a question that the classifier takes for a calculation. */
export const fillCalculation = (question: Question, reading: Reading): Question =>
  isOfFigures(question.intent) && question.text === reading.text
    ? { ...question, slots: toSlots(reading.figures.given, question.slots.stocks, question.slots.expiration) }
    : question

const isTrade = (given: GivenFigures) =>
  [given.cost ?? given.price, given.strike, given.premium].every((one) => one?.length === 1)

function build(given: GivenFigures, { slots }: Reading, text: string): Question {
  const filled = toSlots(given, (given.tax_pct ?? given.other_pct) === undefined ? slots.stocks : [], slots.expiration)
  return { intent: isTrade(given) ? 'profit' : 'arithmetic', slots: filled, text, asksWhy: false, isCarried: false }
}

const CONTINUES =
  /^(?:and|or|but|now|ok|okay|so|then|what if|what about|how about|same|do it|make it|try|times|with|at|if|with|minus|less|take off|per|for)\b|\b(?:instead|again|rather)\b/u

/** "And if it's at 65 at expiration" */
const SUPPOSES_PRICE =
  /\b(?:if|when) (?:it|it's|its|they|the (?:stock|price|shares?)|§)\b(?: (?:is|are|ends|closes|finishes|goes|only|just|back|still|at|to|around|up|down)){0,4} \$?\d/u

const PAYS_BACK = /\b(?:pay(?:ing)?|clos(?:e|ing)|buy(?:ing)? (?:it )?back|get(?:ting)? out)\b/u

/** After a price to buy back, "paying .35" is that price again rather than a premium that was received. */
function settleBuyBack(now: GivenFigures, old: GivenFigures, text: string): GivenFigures {
  const { premium, ...others } = now
  const isBack =
    premium !== undefined && now.buy_back === undefined && old.premium !== undefined && PAYS_BACK.test(text)
  return isBack ? { ...others, buy_back: premium } : now
}

/** Figures that a message may add to those of a listed call without asking for another call. */
const ADDED: ReadonlySet<string> = new Set([
  'cost',
  'shares',
  'contracts',
  'close_price',
  'close_pct',
  'fee',
  'premium',
  'price',
])
const OWNS = /\bi(?:'ve)? (?:\w+ ){0,5}(?:have|own|hold|got)\b/u
const COMPARES = /\b(?:higher|lower|other one|difference|compare|better|how much more|why not|versus|vs|between)\b/u
const OF_LISTED =
  /\b(?:deltas?|odds|chances?|expir\w+|earnings|ex-?\s?div\w*|liquid\w*|spreads?|open interest|rating|roll\w*|sectors?|who)\b/u

/** A message after an answer that named calls with their premiums asks for a result of these figures. */
function calculateShown(reading: Reading, before: Question, shown: Shown | null): Question | null {
  const { text, figures, slots, today } = reading
  const isPicked = slots.isMonth && slots.expiration !== null
  const isOther = slots.stocks.length > 0 || (slots.expiration !== null && !isPicked) || slots.days !== null
  if (isOther || isOfFigures(before.intent) || OF_LISTED.test(text) || text.split(' ').length > MAX_SHOWN_WORDS)
    return null
  // "Per year" asks for the yield.
  const { strike: named, periods_a_year: _year, ...added } = figures.given
  if (Object.keys(added).some((name) => !ADDED.has(name))) return null
  const { cost, shares, premium, strike } = before.slots
  const given = toFigures({ ...noSlots, cost, shares, premium, strike })
  const calls = shown?.calls ?? []
  const isPair = calls.length > 1
  const strikes = [...figures.loose, ...(named ?? [])]
  const chosen = chooseShown(calls, { text, strikes, day: isPicked ? slots.expiration : null })
  const isCompared = isPair && COMPARES.test(text)
  if (isPair && !isCompared && chosen.length !== 1) return null
  const priced = shown === null ? null : toGiven({ ...shown, calls: isPair && !isCompared ? chosen : calls }, today)
  const stated = OWNS.test(text) ? figures.loose.find((one) => one % SHARES_PER_CONTRACT === 0) : undefined
  const half = /\bhalf\b/u.test(text) && shares !== null ? shares / 2 : undefined
  const held = stated ?? half
  const owned = held === undefined || added.shares !== undefined ? added : { ...added, shares: [held] }
  const merged = mergeFigures(mergeFigures(given, priced ?? {}), owned)
  if (merged.premium === undefined || (priced === null && merged.strike === undefined)) return null
  if (isCompared) return build(merged, reading, `${text} ; compare ; ${before.text}`)
  return isCalculation(merged, text) ? build(merged, reading, `${text} ; ${before.text}`) : null
}

/** A short message after a calculation changes a figure of it, or asks for another result. */
function continueCalculation(reading: Reading, before: Question): Question | null {
  const { text, figures, slots, ranked } = reading
  if (!isOfFigures(before.intent) || slots.stocks.length > 0 || text.split(' ').length > MAX_CONTINUED_WORDS)
    return null
  const old = toFigures(before.slots)
  const [loose] = figures.loose
  const nearest = loose !== undefined && figures.loose.length === 1 ? findNearestRole(old, loose) : null
  const bare = nearest !== null && SUPPOSES_PRICE.test(text) ? 'close_price' : nearest
  const fits = (name: string) => name !== 'premium' || old.premium !== undefined || bare === null
  const given = Object.fromEntries(Object.entries(figures.given).filter(([name]) => fits(name)))
  const read: GivenFigures = bare === null || loose === undefined ? given : { ...given, [bare]: [loose] }
  const now = settleBuyBack(read, old, text)
  const isOwnQuestion = countFigures(now) > MIN_FIGURES && isCalculation(now, text)
  const [top] = ranked
  const isOther = top !== undefined && !isOfFigures(top.intent) && top.probability >= SURE && !CONTINUES.test(text)
  if (isOwnQuestion || isOther) return null
  const merged = mergeFigures(old, now)
  const asksMore = isCalculation(merged, text) && /\b(?:that|it|this|what|how|and)\b/u.test(text)
  if (countFigures(now) === 0 && !asksMore) return null
  return build(merged, reading, `${text} ; ${before.text}`)
}
