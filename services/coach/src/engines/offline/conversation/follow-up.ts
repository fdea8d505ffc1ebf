import { listAskedFigures } from '../answers/calls/call-figures.ts'
import { findTerms } from '../answers/words.ts'
import { fillCalculation, readCalculation } from '../calculation/calculation.ts'
import { type Intent, intents } from '../intents.ts'
import { OWN, type Reading } from '../reading/read-message.ts'
import type { Slots } from '../reading/slots.ts'
import { isGibberish, listUnmet } from '../reading/words/demands.ts'
import { settleWindows } from '../reading/words/screen-words.ts'
import type { Context } from './context.ts'
import { asksWhy, continueQuestion, isBare, OF_BOOK } from './continue.ts'
import { continueEarly } from './early.ts'
import { choosesCall, fitIntent, type Question } from './fit-intent.ts'
import { type Continued, hasAny, REFERS } from './moves.ts'
import { isTermOnly } from './read-words.ts'
import { mergeSlots, pickRow } from './rows.ts'
import { isSearch } from './screen-like.ts'

export type Resolved =
  | { readonly kind: 'question'; readonly question: Question }
  /** Readings of about the same likelihood. */
  | { readonly kind: 'unsure'; readonly readings: readonly Question[] }
  | { readonly kind: 'which_stock'; readonly question: Question; readonly candidates: readonly string[] }
  | { readonly kind: 'no_row' | 'other' }

const PLURAL = /\b(?:they|them|these|those|their|ones?|which|any)\b/u
/** A question for a term, which the glossary may not have. */
const TERM = /^(?:what(?:'s| is)|define|explain) an? \S+(?: \S+)?$|^(?:what(?:'s| is)|define) \S+$/u
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

/** "What is delta" asks for a meaning, "what's the delta" for a figure of the subject before. */
const BARE_TERM = /^(?:what(?:'s| is)|define|explain) (?:an? )?(?!the )[a-z]{2,20}(?: [a-z]{2,20})?$/u
/** A figure of the answer before that differs from the broker's. */
const DISPUTES =
  /\byour (?:numbers?|prices?|figures?|quotes?|data|premiums?)\b.{0,30}\b(?:wrong|off|old|stale|outdated|different)\b|\bmy broker (?:says|shows|has|quotes)\b/u

const OF_THEM = /\b(?:they|them|these|those|their)\b/u
const OF_DATES = /\b(?:earnings|reports?|reporting|dividends?|ex[- ]div\w*|go(?:es|ing)? ex)\b/u
/** Whether a message asks for dates of the stocks of the question before. */
const asksDatesOfThem = (before: Question, slots: Slots, text: string) =>
  before.slots.stocks.length > 1 &&
  slots.stocks.length === 0 &&
  OF_THEM.test(text) &&
  OF_DATES.test(text) &&
  !OWN.test(text)

/** Decides what a message asks, given what came before. */
export function resolve(
  reading: Reading,
  context: Pick<Context, 'before' | 'rows' | 'shown'>,
  page: string | null,
): Resolved {
  const resolved = decide(reading, context, page)
  const settle = (question: Question): Question => ({
    ...question,
    slots: settleWindows(question.slots, question.intent === 'screen', reading.today),
  })
  if (resolved.kind === 'unsure') return { ...resolved, readings: resolved.readings.map(settle) }
  return 'question' in resolved ? { ...resolved, question: settle(resolved.question) } : resolved
}

function decide(
  reading: Reading,
  { before, rows, shown }: Pick<Context, 'before' | 'rows' | 'shown'>,
  page: string | null,
): Resolved {
  const { slots, text, ranked, candidates, unknown } = reading
  const words = text.split(' ')
  const known = unknown === null ? ranked : ranked.filter(({ intent }) => intent !== 'other')
  const [top, next, third] = sumByIntent(known, slots, text, before)
  if (top === undefined) return { kind: 'other' }
  const namesStock = slots.stocks.length > 0 || candidates.length > 0 || unknown !== null
  const ask = (intent: Intent, filled: Slots = slots, more: Partial<Question> = {}): Resolved =>
    complete(
      {
        intent: fitIntent(intent, filled, text, before),
        slots: filled,
        text,
        asksWhy: asksWhy(text),
        isCarried: false,
        ...more,
      },
      reading,
      { before, rows },
      page,
    )
  const own = top.probability >= LIKELY && !(isGibberish(text) && !hasAny(reading)) ? top.intent : null
  const keep = ({ intent, slots: filled, ...more }: Continued) => ask(intent, filled, more)
  const turn = before === null ? null : { reading, before, rows, own, likelihood: top.probability }
  if (before !== null && BARE_TERM.test(text) && isTermOnly(text)) return ask('concept')
  if (before !== null && DISPUTES.test(text)) return ask('concept')
  if (before !== null && asksDatesOfThem(before, slots, text))
    return ask('dates', { ...slots, stocks: before.slots.stocks })
  const early = turn === null ? null : continueEarly(turn)
  if (early !== null) return keep(early)
  const isOfMarket = before === null && isSearch(slots, text)
  const calculation = isOfMarket ? null : readCalculation(reading, before, shown)
  if (calculation !== null) return { kind: 'question', question: calculation }
  if (before !== null || rows.length > 0) {
    const picked = pickRow(reading, before, rows, own)
    if (picked === 'none') return { kind: 'no_row' }
    if (picked !== null) return ask(picked.intent, picked.slots, { text: `${text} ; ${before?.text ?? ''}` })
  }
  const continued = turn === null ? null : continueQuestion(turn)
  if (continued !== null) return keep(continued)
  if (isBare(reading) && slots.stocks.length === 1 && before === null && top.probability < SURE) {
    return ask(
      slots.strike === null && slots.delta === null && slots.premium === null && slots.expiration === null
        ? 'stock'
        : 'calls',
    )
  }
  if (candidates.length > 0 && (own === null || words.length <= 3)) return ask('stock')
  if (unknown !== null && (own === null || own === 'screen' || intents[own].about === 'stock' || words.length <= 4))
    return ask('search')
  const isOfCall = [top, next, third].some((one) => one?.intent === 'calls' || one?.intent === 'trade')
  const asksFigure = listAskedFigures(text).length > 0 || slots.sort !== null
  if (top.probability < SURE && isOfCall && slots.stocks.length === 1 && choosesCall(slots) && asksFigure)
    return ask('calls')
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
  const changed = before === null ? [] : [read(before.intent, mergeSlots(before.slots, slots))]
  const carried = slots.stocks.length > 0 ? slots.stocks : (before?.slots.stocks ?? []).slice(0, 1)
  return {
    kind: 'unsure',
    readings: [
      ...changed,
      ...likely.map(({ intent }) =>
        read(intent, intents[intent].about === 'stock' ? { ...slots, stocks: carried } : slots),
      ),
    ].slice(0, MAX_READINGS),
  }
}

/** Adds up the probabilities of intents that become the same intent once their slots are filled. */
export function sumByIntent(
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
