import { daysBetween } from '@callwright/scoring'
import type { Fact } from '../../facts/facts.ts'
import type { HistoryTurn, ListedStock } from '../../turn/types.ts'
import { asksOfCall } from './answers/asked-figures.ts'
import { continueOwn, readNamedRows } from './answers/own/follow-own.ts'
import { findTerms } from './answers/words.ts'
import { fillCalculation, readCalculation } from './calculation.ts'
import { fitIntent, type Question } from './fit-intent.ts'
import { type Intent, intents, isIntent } from './intents.ts'
import { factForContext, readWordsOf } from './read-words.ts'
import { readChips } from './reading/chips.ts'
import { isGibberish, listUnmet } from './reading/demands.ts'
import { OWN, type Reading, readMessage } from './reading/read-message.ts'
import { settleWindows } from './reading/screen-words.ts'
import { at, noSlots, pointOf, type Slots } from './reading/slots.ts'
import { findRefusal } from './refusals.ts'
import { listRowsOf, mergeSlots, pickRow, type Rows } from './rows.ts'
import { openDirectory, type StockDirectory } from './stocks/directory.ts'

export type Resolved =
  | { readonly kind: 'question'; readonly question: Question }
  /** Readings of about the same likelihood. */
  | { readonly kind: 'unsure'; readonly readings: readonly Question[] }
  | { readonly kind: 'which_stock'; readonly question: Question; readonly candidates: readonly string[] }
  | { readonly kind: 'no_row' | 'other' }

/** Context that earlier turns leave for the next message. */
export interface Context {
  readonly before: Question | null
  /** Rows of the last card that listed several. */
  readonly rows: Rows
  /** The entry of the facts that answered the message before. */
  readonly fact: Fact | null
}

const WHY =
  /^(?:(?:but|and|so|ok|okay|wait|hm+) )*(?:why|how come|what (?:makes|made)|explain why|reason\w*|based on what|how so|says who)\b/u
const REFERS = /\b(?:it|it's|its|that|this(?! (?:week|month|quarter|year))|them|they|their|those|these|one|ones)\b/u
const PLURAL = /\b(?:they|them|these|those|their|ones?|which|any)\b/u
const TO_EVENT =
  /\b(before|ahead of|prior to|until|till|after|past|beyond) (?:that|then|it|those|them|the (?:date|report|event))\b/u
/** Words that add nothing to a changed chip: a message of only these continues the question before. */
const BARE = new Set(
  (
    'and also now then ok okay so what about how if for same the do again instead but try only just with without even to in under over at on show me ' +
    'an a example hmm and make it that those ones one of i use used got get was were is or please below above least most more less than max min around ' +
    'premium premiums delta deltas strike strikes call calls expiring expiry expiration dte days yield yields rating score under with safer cheaper ' +
    'there some any maybe would be my your you see look change which option options stock stocks names conservative aggressive higher lower ' +
    "what's how's out money itm otm atm closer further wider tighter add meant mean no wait actually sorry want contract contracts share shares percent dollars lets let's give gimme please thanks versus compare with to tech earnings before after first sort sorted by them these only ones bucks dollars next this week month monthly weekly has highest lowest most biggest pays pay more which who further later longer better too risky riskier go prefer rather less bit little other"
  ).split(' '),
)
/** A question for a term, which the glossary may not have. */
const TERM = /^(?:what(?:'s| is)|define|explain) an? \S+(?: \S+)?$|^(?:what(?:'s| is)|define) \S+$/u
const MAX_CONTINUED_WORDS = 12
const SHORT = 6
const SURE = 0.6
/** Below this likelihood, the coach asks which reading is meant. */
const LIKELY = 0.36
const MARGIN = 0.12
/** A reading whose answer leaves out what the message asks for is less likely, so the coach asks sooner. */
const UNMET_WEIGHT = 0.7
/** A general answer can use no bound or sum, so each counts as several words that are left out. */
const FOREIGN_WEIGHT = 3
const MAX_READINGS = 3
/** Readings that a wrong choice between does little harm. */
const alike: readonly ReadonlySet<Intent>[] = [
  new Set(['concept', 'tax']),
  new Set(['price', 'stock', 'volatility', 'technical']),
]
/** Readings whose answer is one call. */
const OF_CALL: ReadonlySet<Intent> = new Set(['calls', 'trade'])
const OF_COMPARED =
  /\b(?:dividends?|iv|volatil\w+|ratings?|scores?|rsi|earnings|prices?|premiums?|yields?|deltas?|why|safer|riskier|chances?|protection)\b/u
const OF_DATES = /\b(?:earnings|reports?|dividends?|ex-?\s?div\w*|ex|how much|how big|when)\b/u
const JOINS = /\b(?:compare (?:that|it|this|them|those) (?:with|to|against)|add|against|versus|vs)\b/u
const SELLS = /\b(?:should i|can i|could i|worth|so)\b.*\b(?:sell|write|writing|selling)\b/u
const SAME = /\b(?:the |do the )?same (?:thing|one|call|for|but|with|on|question)\b/u
/** "Two weeks later" counts from the term of the question before. */
const LATER = /\b(?:later|further|farther|longer|more|after that|past that)\b/u
/** Questions about all positions. */
const OF_BOOK: ReadonlySet<Intent> = new Set(['portfolio', 'attention', 'ranking', 'income', 'gains', 'own_dates'])

/** Replays a conversation, so that the next message can continue it. */
export function readContext(history: readonly HistoryTurn[], asOf: string, listed: readonly ListedStock[]): Context {
  const directory = openDirectory(listed)
  let context: Context = { before: null, rows: [], fact: null }
  let asked = ''
  for (const turn of history) {
    if (turn.role === 'user') {
      const reading = readMessage(turn.content, asOf, directory)
      asked = reading.text
      if (findRefusal(reading.named, reading.text) !== null) continue
      const resolved = resolve(reading, context, null)
      const before =
        resolved.kind === 'question' || resolved.kind === 'which_stock' ? settlePick(resolved.question) : context.before
      const words = readWordsOf(reading, resolved, context)
      context = { ...context, before, fact: factForContext(words, reading.text) }
    } else context = addAnswer(context, turn, asked, asOf, directory)
  }
  return context
}

const settlePick = (question: Question): Question => ({ ...question, isCarried: false, asksWhy: false })

/** The reading stored with an answer wins over a second reading of its question. */
function addAnswer(
  context: Context,
  turn: HistoryTurn,
  text: string,
  asOf: string,
  directory: StockDirectory,
): Context {
  const { understood = null, metadata } = turn
  const shown = listRowsOf(metadata)
  const named = metadata == null && understood === null ? readNamedRows(turn.content, context.before, directory) : []
  const rows = shown.length > 1 ? shown : named.length > 0 ? named : context.rows
  const { fact } = context
  if (understood === null || !isIntent(understood.reading)) return { ...context, rows }
  const today = readMessage('', asOf, directory).today
  const { slots } = readChips(understood.chips, { today, directory })
  return { rows, fact, before: { intent: understood.reading, slots, text, asksWhy: false, isCarried: false } }
}

/** Decides what a message asks, given what came before. */
export function resolve(reading: Reading, context: Pick<Context, 'before' | 'rows'>, page: string | null): Resolved {
  const resolved = decide(reading, context, page)
  const settle = (question: Question): Question => ({
    ...question,
    slots: settleWindows(question.slots, question.intent === 'screen', reading.today),
  })
  if (resolved.kind === 'unsure') return { ...resolved, readings: resolved.readings.map(settle) }
  return 'question' in resolved ? { ...resolved, question: settle(resolved.question) } : resolved
}

function decide(reading: Reading, { before, rows }: Pick<Context, 'before' | 'rows'>, page: string | null): Resolved {
  const calculation = readCalculation(reading, before)
  if (calculation !== null) return { kind: 'question', question: calculation }
  const { slots, text, masked, ranked, candidates, unknown } = reading
  const words = text.split(' ')
  const known = unknown === null ? ranked : ranked.filter(({ intent }) => intent !== 'other')
  const [top, next, third] = sumByIntent(known, slots, text, before)
  if (top === undefined) return { kind: 'other' }
  const isBare = (masked.match(/[a-z'_]+/gu) ?? []).every((word) => word.startsWith('_') || BARE.has(word))
  const namesStock = slots.stocks.length > 0 || candidates.length > 0 || unknown !== null
  const ask = (intent: Intent, filled: Slots = slots, more: Partial<Question> = {}): Resolved =>
    complete(
      {
        intent: fitIntent(intent, filled, text, before),
        slots: filled,
        text,
        asksWhy: WHY.test(text),
        isCarried: false,
        ...more,
      },
      reading,
      { before, rows },
      page,
    )
  const own = top.probability >= LIKELY && !(isGibberish(text) && !hasAny(reading)) ? top.intent : null
  if (before !== null || rows.length > 0) {
    const picked = pickRow(reading, before, rows, own)
    if (picked === 'none') return { kind: 'no_row' }
    if (picked !== null) return ask(picked.intent, picked.slots, { text: `${text} ; ${before?.text ?? ''}` })
  }
  if (before !== null) {
    const ofOwn = continueOwn(reading, before, rows, own)
    if (ofOwn !== null)
      return ask(ofOwn.intent, ofOwn.slots, { text: `${text} ; ${before.text}`, isCarried: ofOwn.isCarried })
    const merged = extendTerm(before.slots, readLoose(mergeSlots(before.slots, slots), reading, before.intent), reading)
    const again = (intent: Intent, filled = merged) => ask(intent, filled, { text: `${text} ; ${before.text}` })
    const side = TO_EVENT.exec(text)?.[1]
    if (
      before.intent === 'dates' &&
      side !== undefined &&
      /\b(?:calls?|options?|strikes?|something|anything)\b/u.test(text)
    ) {
      const isAfter = /^(?:after|past|beyond)$/u.test(side)
      const isDividend = /\bdividends?\b|\bex\b|\bex-/u.test(before.text)
      const event = isDividend
        ? (`${isAfter ? 'After' : 'Before'} the ex-dividend date` as const)
        : (`${isAfter ? 'After' : 'Before'} earnings` as const)
      return again('calls', { ...noSlots, stocks: before.slots.stocks, event })
    }
    if (WHY.test(text) && words.length <= 9 && slots.stocks.length <= 1) {
      if (slots.stocks.length === 0 && own !== null && OF_BOOK.has(own)) return ask(own)
      if (slots.stocks.length === 0) return ask(before.intent, before.slots, { text: before.text, asksWhy: true })
      const single: Partial<Record<Intent, Intent>> = {
        portfolio: 'position',
        attention: 'position',
        ranking: 'position',
        screen: 'stock',
      }
      return ask(single[before.intent] ?? before.intent, { ...noSlots, stocks: slots.stocks })
    }
    if (JOINS.test(text) && slots.stocks.length > 0 && before.slots.stocks.length > 0 && words.length <= SHORT + 4)
      return again('compare', { ...merged, stocks: [...new Set([...before.slots.stocks, ...slots.stocks])] })
    const isOfStock = intents[before.intent].about === 'stock' && !TAKES_STRIKE.has(before.intent)
    const turnsToCalls = isOfStock && /\b(?:calls?|options?)\b/u.test(text)
    if (
      isBare &&
      !(slots.stocks.length === 0 && candidates.length > 0) &&
      words.length <= MAX_CONTINUED_WORDS &&
      (hasAny(reading) || turnsToCalls || before.intent === 'compare')
    ) {
      if (own !== null && OF_BOOK.has(before.intent) && OF_BOOK.has(own)) return ask(own)
      const isNew = slots.stocks.length > 0 && intents[before.intent].about === 'none' && before.intent !== 'profit'
      if (isNew)
        return ask(slots.strike === null && slots.expiration === null && slots.delta === null ? 'stock' : 'calls')
      return again(turnsToCalls ? 'calls' : before.intent)
    }
    const isOfStocks = intents[before.intent].about === 'stock' && slots.stocks.length > 0
    if (isOfStocks && SAME.test(text) && words.length <= MAX_CONTINUED_WORDS) return again(before.intent)
    const isOfBook = own !== null && OF_BOOK.has(own) && top.probability >= SURE
    if (!namesStock && !isOfBook && words.length <= MAX_CONTINUED_WORDS) {
      const isOfCall = OF_CALL.has(before.intent) && before.slots.stocks.length > 0
      if (isOfCall && (hasAny(reading) || asksOfCall(text))) return again(before.intent)
      if (before.intent === 'compare' && OF_COMPARED.test(text)) return again('compare')
      if (before.intent === 'screen' && hasAny(reading) && !OWN.test(text)) return again('screen')
      if (before.intent === 'dates' && OF_DATES.test(text)) return again('dates')
      if (before.intent === 'volatility' && /\b(?:high|low|normal|rich|cheap|good|much)\b/u.test(text))
        return again('volatility')
      if (intents[before.intent].about === 'stock' && SELLS.test(text)) return again('calls')
    }
    const isSame = own === before.intent && !namesStock && words.length <= MAX_CONTINUED_WORDS
    if (
      isSame &&
      (REFERS.test(text) || words.length <= SHORT || /^(?:and|only|but|what if|or|with|just)\b/u.test(text))
    )
      return again(before.intent)
    const continues = /^(?:and|only|but|what if|even|just|or|make|same|instead|now)\b|\b(?:same|instead)\b/u.test(text)
    if (continues && words.length <= SHORT + 4 && top.probability < SURE && hasAny(reading)) return again(before.intent)
  }
  if (isBare && slots.stocks.length === 1 && before === null && top.probability < SURE) {
    return ask(
      slots.strike === null && slots.delta === null && slots.premium === null && slots.expiration === null
        ? 'stock'
        : 'calls',
    )
  }
  if (candidates.length > 0 && (own === null || words.length <= 3)) return ask('stock')
  if (unknown !== null && (own === null || intents[own].about === 'stock' || words.length <= 4)) return ask('search')
  const isClear =
    top.probability >= SURE ||
    alike.some((group) => group.has(top.intent) && next !== undefined && group.has(next.intent)) ||
    top.probability - (next?.probability ?? 0) >= MARGIN
  const isForeign = !namesStock && !OWN.test(text) && findTerms(text).length === 0 && !hasAny(reading)
  if (isForeign && own !== 'concept' && TERM.test(text)) return ask('concept')
  if (top.intent === 'other' && before === null && (top.probability >= SURE || (isClear && isForeign)))
    return { kind: 'other' }
  // Words of which none is known say nothing about a reading.
  if (before === null && isForeign && own === null) return { kind: 'other' }
  if (own !== null && own !== 'other' && isClear) return ask(own)
  const likely = [top, next, third].flatMap((one) => (one === undefined || one.intent === 'other' ? [] : [one]))
  const read = (intent: Intent, filled: Slots): Question => ({
    intent: fitIntent(intent, filled, text, before),
    slots: filled,
    text,
    asksWhy: false,
    isCarried: false,
  })
  // A message that is not clear alone may change a chip of the question before.
  const continued = before === null ? [] : [read(before.intent, mergeSlots(before.slots, slots))]
  const carried = slots.stocks.length > 0 ? slots.stocks : (before?.slots.stocks ?? []).slice(0, 1)
  return {
    kind: 'unsure',
    readings: [
      ...continued,
      ...likely.map(({ intent }) =>
        read(intent, intents[intent].about === 'stock' ? { ...slots, stocks: carried } : slots),
      ),
    ].slice(0, MAX_READINGS),
  }
}

/** Adds the days of "two weeks later" to the term of the question before. */
function extendTerm({ days, expiration }: Slots, merged: Slots, { text, slots, today }: Reading): Slots {
  const more = pointOf(slots.days)
  const from = pointOf(days) ?? (expiration === null ? null : daysBetween(today, expiration))
  if (more === null || from === null || !LATER.test(text)) return merged
  return {
    ...merged,
    days: at(from + more),
    style: slots.style === 'Conservative' ? null : merged.style,
    delta: merged.delta,
  }
}

/** Adds up the probabilities of intents that become the same intent once their slots are filled. */
function sumByIntent(
  ranked: Reading['ranked'],
  slots: Slots,
  text: string,
  before: Question | null,
): Reading['ranked'] {
  const sums = new Map<Intent, number>()
  for (const { intent, probability } of ranked.slice(0, 8)) {
    const fitted = fitIntent(intent, slots, text, before)
    const weight =
      UNMET_WEIGHT ** (listUnmet(text, fitted, slots).length + FOREIGN_WEIGHT * countForeign(fitted, slots))
    sums.set(fitted, (sums.get(fitted) ?? 0) + probability * weight)
  }
  return [...sums]
    .map(([intent, probability]) => ({ intent, probability }))
    .toSorted((a, b) => b.probability - a.probability)
}

const worded: readonly (keyof Slots)[] = [
  'sector',
  'budget',
  'score',
  'price',
  'yieldPct',
  'premiumPct',
  'dividendYield',
  'sort',
  'count',
  'quietDays',
  'cost',
  'otmPct',
]

/** Bounds and sums of a message, which a general answer cannot use. */
const countForeign = (intent: Intent, slots: Slots) =>
  intent === 'concept' ? worded.filter((name) => slots[name] !== null).length : 0

const hasAny = ({ slots, candidates, loose, text }: Reading) =>
  candidates.length > 0 ||
  loose.length > 0 ||
  /\bsafer|cheaper\b/u.test(text) ||
  Object.entries(slots).some(
    ([name, value]) =>
      name !== 'isMonth' && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  )

/** A smaller amount beside a list of calls is a premium rather than a strike. */
const MAX_BARE_PREMIUM = 15
const TAKES_STRIKE: ReadonlySet<Intent> = new Set(['calls', 'trade', 'compare', 'roll', 'profit', 'puts'])

/** In a follow-up about a call, a bare number or a bare price is a strike. */
function readLoose(slots: Slots, { loose, slots: now }: Reading, intent: Intent): Slots {
  if (!TAKES_STRIKE.has(intent)) return slots
  const [only, ...others] = loose
  const level = now.price?.most ?? now.price?.least ?? null
  if (level !== null && level <= MAX_BARE_PREMIUM) return { ...slots, price: null, premium: now.price }
  if (now.price !== null) return { ...slots, price: null, strike: now.price, strikes: [] }
  return only === undefined || others.length > 0 || now.strike !== null
    ? slots
    : { ...slots, strike: at(only), strikes: [] }
}

/** Finds the stock of a question that needs one, from the row list, the page or the question before. */
function complete(
  question: Question,
  reading: Reading,
  { before, rows }: Pick<Context, 'before' | 'rows'>,
  page: string | null,
): Resolved {
  const { candidates, unknown, text, slots: now } = reading
  const { intent, slots } = question
  const found: Resolved = { kind: 'question', question: fillCalculation(question, reading) }
  const { about } = intents[intent]
  // A word that may be a stock is asked about, even if the question before had another stock.
  const isCandidate = now.stocks.length === 0
  if (slots.stocks.length > 0 && (candidates.length === 0 || !isCandidate)) return found
  if (candidates.length > 0)
    return { kind: 'which_stock', question: about === 'none' ? { ...question, intent: 'stock' } : question, candidates }
  const fill = (stocks: readonly string[], isCarried: boolean): Resolved => ({
    kind: 'question',
    question: { ...question, slots: { ...slots, stocks }, isCarried },
  })
  if (unknown !== null)
    return about === 'stock' ? { kind: 'question', question: { ...question, intent: 'search' } } : found
  const shown = [...new Set(rows.flatMap((row) => [row.symbol ?? row.ticker].filter((one) => typeof one === 'string')))]
  if (
    (intent === 'dates' || intent === 'own_dates') &&
    PLURAL.test(text) &&
    shown.length > 1 &&
    before?.intent === 'screen'
  ) {
    return { kind: 'question', question: { ...question, intent: 'dates', slots: { ...slots, stocks: shown } } }
  }
  if (about === 'none' || (intent === 'dates' && slots.sector !== null)) return found
  const last = before?.slots.stocks ?? []
  const carried =
    last.length > 0
      ? intent === 'compare'
        ? last
        : last.slice(0, 1)
      : before?.intent === 'screen' && REFERS.test(text)
        ? shown.slice(0, 1)
        : []
  const continues =
    about === 'stock' ||
    (REFERS.test(text) && ['position', 'roll', 'scenario', 'coverage', 'chain'].includes(intent)) ||
    (intent === before?.intent && intent !== 'coverage')
  const isOfBook = OF_BOOK.has(intent)
  if (carried.length > 0 && continues && !isOfBook) return fill(carried, true)
  if (page !== null && !isOfBook && (about === 'stock' || ['position', 'roll', 'scenario'].includes(intent)))
    return fill([page], false)
  return about === 'stock' ? { kind: 'which_stock', question, candidates: [] } : found
}
