import type { IsoDate } from '@callwright/scoring'
import type { Question } from '../../conversation/fit-intent.ts'
import { mergeSlots, type Rows } from '../../conversation/rows.ts'
import { type Intent, intents } from '../../intents.ts'
import { findDays } from '../../reading/dates/days.ts'
import { tidyMessage } from '../../reading/normalize.ts'
import type { Reading } from '../../reading/read-message.ts'
import { at, noSlots, type Slots } from '../../reading/slots.ts'
import type { StockDirectory } from '../../stocks/directory.ts'
import { findStocks } from '../../stocks/find-stocks.ts'
import { findFigures } from './figures.ts'
import { isSelective, readSelection } from './select.ts'

type Continued = Pick<Question, 'intent' | 'slots' | 'isCarried'>

const LISTS: ReadonlySet<Intent> = new Set(['ranking', 'portfolio', 'attention', 'own_dates', 'weights'])
/** Questions about one position that take over its stock, strike and date. */
const SINGLES: ReadonlySet<Intent> = new Set(['position', 'roll', 'scenario', 'coverage', 'chain'])
const REFERENCE =
  /\b(?:it|it's|its|that one|this one|that (?:call|position|stock)|this (?:call|position|stock)|the (?:call|shares|stock)|that)\b/u
const PLURAL =
  /\b(?:deltas|strikes|breakevens|premiums|yields|expirations|they|them|those|these|their|ones|all|each|every|any|both|which|how many(?! (?:shares|contracts|days))|positions|holdings)\b/u
const THEM = /\b(?:they|them|those)\b/u
const SWITCH = /^(?:(?:and|ok|okay|so|now|then|no|but|i meant|what about|how about|same(?: for)?|with) )+/u
const SAME_DAY = /\bsame (?:day|date|expir\w+|friday|week)\b/u
/** Words with which a search among stocks refers to the positions before. */
const BACK = /\b(?:my|mine|they|them|those|these|their|ones|which|positions|holdings)\b/u
const MAX_WORDS = 12

/** Stock, strike and date of the position that the answer before was about. */
function findTarget(before: Question, [row]: Rows): Partial<Slots> | null {
  const { stocks, strike, expiration } = before.slots
  if (stocks.length === 1) return { stocks, strike, ...(before.intent === 'scenario' ? {} : { expiration }) }
  if (typeof row?.ticker !== 'string') return null
  return {
    stocks: [row.ticker],
    strike: typeof row.strike === 'number' ? at(row.strike) : null,
    expiration: typeof row.expiry === 'string' ? row.expiry : null,
  }
}

/** A message that continues a question about the user's own positions; null if it does not. */
export function continueOwn(reading: Reading, before: Question, rows: Rows, own: Intent | null): Continued | null {
  const { slots, text, today } = reading
  if (intents[before.intent].about !== 'own' || text.split(' ').length > MAX_WORDS || /^why\b/u.test(text)) return null
  if (own === 'screen' && /\bstocks\b/u.test(text) && !BACK.test(text)) return null
  const widened = widen(before, reading)
  const selection = readSelection(
    text,
    slots.price === widened.price ? slots : { ...slots, percent: widened.percent },
    today,
  )
  const figures = findFigures(selection.rest)
  const isList = LISTS.has(before.intent)
  const [named] = slots.stocks
  if (named !== undefined) {
    if (!SWITCH.test(text) && own !== null && intents[own].about !== 'own') return null
    const intent = own !== null && SINGLES.has(own) ? own : isList ? 'position' : before.intent
    const kept = { ...before.slots, strike: null, strikes: [], expiration: null, otherDate: null, isMonth: false }
    const isSame = intent === before.intent
    return { intent, slots: mergeSlots(isSame && !isList ? kept : noSlots, slots), isCarried: false }
  }
  const last = before.slots.expiration ?? rows[0]?.expiry
  if (SAME_DAY.test(text) && slots.expiration === null && typeof last === 'string')
    return { intent: 'ranking', slots: { ...noSlots, expiration: last }, isCarried: false }
  const target = findTarget(before, rows)
  const isOfOne = SINGLES.has(before.intent) && before.slots.stocks.length === 1
  // "What are they worth now", after the calls of one stock.
  const rest = isOfOne ? text.replace(THEM, 'it') : text
  const refersToOne = REFERENCE.test(rest) && !PLURAL.test(rest)
  const isSettled = before.slots.stocks.length === 1 || readSelection(before.text, noSlots, today).superlative !== null
  const isElliptic =
    isSettled &&
    !PLURAL.test(text) &&
    (figures.length > 0 || own === 'scenario' || own === 'roll') &&
    !/\bmy\b/u.test(text)
  if (target !== null && !isSelective(selection) && (refersToOne || isElliptic)) {
    const { expiration = null, ...call } = target
    const isSupposed = slots.stockPrice !== null || slots.percent !== null || own === 'scenario'
    const intent = own !== null && SINGLES.has(own) && own !== 'position' ? own : isSupposed ? 'scenario' : 'position'
    // The same question with another value: the general rules change its chip.
    if (intent === before.intent && before.slots.stocks.length === 1 && intent !== 'position') return null
    const day = intent === 'scenario' || slots.expiration !== null ? slots.expiration : expiration
    return { intent, slots: { ...slots, ...call, expiration: day }, isCarried: true }
  }
  const isMore = figures.length > 0 || isSelective(selection)
  if (!isMore || !(isList || PLURAL.test(text)) || (own !== null && SINGLES.has(own) && own !== 'position')) return null
  return { intent: 'ranking', slots: widened, isCarried: false }
}

/** Conditions of the list before and those of the message. A position that was only chosen is no condition. */
function widen({ text, slots: old }: Question, { slots, today }: Reading): Slots {
  const wasChosen = readSelection(text, noSlots, today).superlative !== null || old.stocks.length === 1
  const kept = wasChosen ? { ...old, stocks: [], strike: null, strikes: [], expiration: null, isMonth: false } : old
  const merged = mergeSlots(kept, slots)
  const [figure] = findFigures(text)
  // "Only the ones above 50" bounds the percent that the list shows.
  const isPercent = figure?.key.endsWith('_pct') === true && slots.price !== null
  return isPercent ? { ...merged, price: null, percent: slots.price } : merged
}

const SYMBOL = /(?<![\p{L}\d$.]|\d )[A-Z]{2,5}(?:\.[A-Z])?(?![\p{L}\d])/gu

/** The stocks of an answer, in the order of its words. In an answer, capitals are a symbol even if they spell a word. */
export function listNamed(answer: string, directory: StockDirectory): readonly string[] {
  const written = (answer.match(SYMBOL) ?? []).flatMap((one) => directory.findSymbol(one) ?? [])
  const placeOf = (symbol: string) => answer.search(new RegExp(`\\b${symbol.replace('.', '[./]')}\\b`, 'u'))
  const named = findStocks(tidyMessage(answer), directory).symbols
  return [...new Set([...named, ...written])].toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Positions, or stocks of a list, that an answer without a card names. */
export function readNamedRows(
  answer: string,
  before: Question | null,
  directory: StockDirectory,
  today: IsoDate,
): Rows {
  const symbols = listNamed(answer, directory)
  if (before === null || intents[before.intent].about !== 'own')
    return symbols.length > 1 || before?.intent === 'screen' ? symbols.map((symbol) => ({ symbol })) : []
  const { days } = findDays(answer.toLowerCase(), today)
  const expiry = days.length === 1 && symbols.length === 1 ? days[0]?.date : null
  return symbols.map((ticker) => {
    const [, strike] = new RegExp(`${ticker}[^.;]{0,12}?\\$?(\\d+(?:\\.\\d+)?) call`, 'u').exec(answer) ?? []
    return { ticker, strike: strike === undefined ? null : Number(strike), expiry }
  })
}
