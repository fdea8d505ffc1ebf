import type { HistoryTurn } from '../../turn/types.ts'
import { toPoint } from './entities/range.ts'
import { noSlots, type Slots } from './entities/slots.ts'
import { chooseIntent, type Intent, MIN_WEIGHT, type Scored, weighIntents } from './intent/intents.ts'
import { fitIntent, merge } from './merge.ts'
import {
  asksAboutShownStocks,
  inheritSymbols,
  MAX_FOLLOW_UP_WORDS,
  namesStock,
  POINTS_BACK,
  relateToEvent,
  SHORT_MESSAGE_WORDS,
} from './references.ts'
import { findRefusal } from './refusals.ts'
import { findSymbolOfRow, nothingShown, type Shown, showAnswer } from './shown.ts'
import type { StockDirectory } from './stock-directory.ts'
import { type Understanding, understand } from './understanding.ts'

/** A complete question. Earlier messages supply the parts that the message leaves out. */
export interface Topic {
  readonly intent: Intent
  readonly said: Understanding
  /** Indexes of the last answer's rows to which the message refers; −1 is the last row. */
  readonly picks: readonly number[]
  /** Intent for the picked row; null to simply show it. */
  readonly rowIntent: Intent | null
  readonly asksWhy: boolean
  readonly shown: Shown
}

export interface Resolved {
  readonly topic: Topic | null
  readonly scored: readonly Scored[]
  readonly said: Understanding
}

const LEADS =
  /^(?:and|also|now|then|ok|okay|so|what about|how about|what if|and what about|same|the same|do the same|again|instead|but|try|only|just|with|without|even|for|to|in|under|over|at|on|show me the same|give me an example|an example)\b/u
const SAME = /\b(?:same|again|likewise|instead)\b/u
const NAMES_IT = /\b(?:it|it's|its|they|their|that stock|this stock)\b/u
const WHY =
  /^(?:(?:but|and|so|ok|okay|wait|hm+) )*(?:why|how come|what (?:makes|made)|explain why|what's the (?:reason\w*|logic)|reason\w*|based on what|on what basis|what for|how so|says who)\b/u
const MAX_WHY_WORDS = 9

const ordinals: readonly (readonly [RegExp, number])[] = [
  [
    /(?<!\b(?:expires?|expiring|comes?|goes|reports?|due) )\b(?:first|1st)\b(?: one| row| option| call| stock| strike| result| position)?|\b(?:number|no\.?|row|#) ?1\b/u,
    0,
  ],
  [/\b(?:second|2nd)\b|\b(?:number|no\.?|row|#) ?2\b/u, 1],
  [/\b(?:third|3rd)\b|\b(?:number|no\.?|row|#) ?3\b/u, 2],
  [/\b(?:fourth|4th)\b|\b(?:number|no\.?|row|#) ?4\b/u, 3],
  [/\b(?:fifth|5th)\b|\b(?:number|no\.?|row|#) ?5\b/u, 4],
  [/\b(?:the last|last one|bottom one)\b/u, -1],
  [/\b(?:top one|the best one|best one)\b/u, 0],
]

/** Reads the conversation and returns its current topic. */
export function followTopic(history: readonly HistoryTurn[], asOf: string, directory: StockDirectory): Topic | null {
  let topic: Topic | null = null
  for (const turn of history) {
    if (turn.role === 'user') topic = applyQuestion(topic, turn.content, asOf, directory)
    else topic = applyAnswer(topic, turn)
  }
  return topic
}

const applyAnswer = (topic: Topic | null, turn: HistoryTurn): Topic | null =>
  topic === null ? null : { ...topic, shown: showAnswer(topic.shown, turn) }

function applyQuestion(before: Topic | null, message: string, asOf: string, directory: StockDirectory): Topic | null {
  const said = understand(message, asOf, directory)
  const next = findRefusal(said.text, said.marked) === null ? resolveTopic(said, before).topic : null
  return next === null ? before : resolvePick(next)
}

/** Once the user has opened a row of a list, "it" means that row. */
function resolvePick(topic: Topic): Topic {
  const { picks, intent, rowIntent, said, shown } = topic
  const [pick, ...others] = picks
  const row = pick === undefined || others.length > 0 ? undefined : shown.listed.at(pick)
  const symbol = row === undefined ? null : findSymbolOfRow(row)
  if (row === undefined || symbol === null) return topic
  const isOwn = OWN.has(intent)
  const { strike, expiry: expiration } = row
  const call = {
    strike: typeof strike === 'number' ? toPoint(strike) : null,
    date: typeof expiration === 'string' ? expiration : null,
    dateKind: typeof expiration === 'string' ? ('day' as const) : null,
  }
  return {
    ...topic,
    picks: [],
    rowIntent: null,
    intent: rowIntent ?? (isOwn ? 'position' : 'snapshot'),
    said: {
      ...said,
      symbols: [symbol],
      slots: isOwn ? { ...noSlots, ...call } : { ...noSlots, ...pickTime(said.slots) },
    },
  }
}

export function resolveTopic(said: Understanding, before: Topic | null): Resolved {
  const scored = weighIntents(said)
  const own = chooseIntent(scored) ?? chooseDefaultIntent(said, before, scored)
  const fresh = (intent: Intent, filled = said): Resolved => ({
    topic: { intent, said: filled, picks: [], rowIntent: null, asksWhy: false, shown: before?.shown ?? nothingShown },
    scored,
    said: filled,
  })
  if (isMostlyCandidate(said, own)) return fresh(own === null || own === 'explain' ? 'snapshot' : own)
  if (before === null) return own === null ? { topic: null, scored, said } : fresh(own)
  // Never answer about a different stock than the unknown one that was named.
  if (namesStock(said) && said.symbols.length === 0) {
    if (own !== null && own !== before.intent) return fresh(own)
    return isFollowUp(said, own, before) ? fresh(before.intent, merge(before, said)) : fresh(own ?? 'snapshot')
  }
  const related = relateToEvent(said, before)
  if (related !== null) return fresh('find_options', related)
  if (asksAboutShownStocks(said, before)) return fresh('events', { ...said, symbols: before.shown.symbols })
  const picks = findPicks(said)
  if (picks.length > 0) return { topic: followPicks(said, before, own ?? readRowIntent(scored), picks), scored, said }
  if (asksWhyAboutStock(said)) return { topic: buildWhyTopic(said, before), scored, said }
  if (isWhy(said)) return { topic: { ...before, asksWhy: true }, scored, said }
  if (asksWhichPositions(said, own, before)) return fresh('portfolio')
  if (isFollowUp(said, own, before)) {
    const merged = merge(before, said)
    return fresh(fitIntent(before.intent, said, merged), merged)
  }
  if (own === null || (own === 'explain' && (said.slots.strike !== null || /\bits\b/u.test(said.text)))) {
    // The intent of "is it overbought?" is clear once "it" is resolved.
    const filled = inheritSymbols(said, before)
    const meant = filled === said ? null : chooseIntent(weighIntents(filled))
    if (meant === 'analyze_trade') return fresh(meant, { ...filled, slots: keepTime(filled.slots, before.said.slots) })
    if (meant !== null) return fresh(meant, filled)
    if (own !== null && filled === said) return fresh(own)
    return staysOnPositions(said, before) ? fresh(before.intent, merge(before, said)) : { topic: null, scored, said }
  }
  const isOfIt = needsSymbol(own) || (own === 'events' && NAMES_IT.test(said.text))
  return fresh(own, isOfIt ? inheritSymbols(said, before) : said)
}

const isMostlyCandidate = ({ candidates, text }: Understanding, own: Intent | null) =>
  candidates.length > 0 && (own === null || (own === 'explain' && text.split(' ').length <= SHORT_MESSAGE_WORDS))

/** A symbol without an intent asks for an overview of the stock. */
const chooseDefaultIntent = (said: Understanding, before: Topic | null, [best]: readonly Scored[]): Intent | null =>
  before === null &&
  (best === undefined || best.weight < MIN_WEIGHT) &&
  said.symbols.length === 1 &&
  !hasSlots(said.slots) &&
  !WHY.test(said.text)
    ? 'snapshot'
    : null

/** A strike without a date keeps the earlier date. */
const keepTime = (slots: Slots, { date, dateKind, days }: Slots): Slots =>
  slots.date === null && slots.days === null ? { ...slots, date, dateKind, days } : slots

const OWN: ReadonlySet<Intent> = new Set(['position', 'portfolio', 'roll'])
/** Matches follow-ups such as "what would it cost to close" or "any of those in the money". */
const staysOnPositions = ({ text, symbols }: Understanding, before: Topic) =>
  OWN.has(before.intent) &&
  symbols.length === 0 &&
  (POINTS_BACK.test(text) || /\bclos(?:e|ing)\b|\bbuy(?:ing)? back\b/u.test(text)) &&
  text.split(' ').length <= MAX_FOLLOW_UP_WORDS

/** Matches questions such as "which is itm" after an answer about positions. */
const asksWhichPositions = ({ text, symbols, slots }: Understanding, own: Intent | null, before: Topic) =>
  OWN.has(before.intent) &&
  (own === 'explain' || own === null) &&
  symbols.length === 0 &&
  slots.strike === null &&
  /^(?:and |so |ok )*(?:which|any|are any|is any|how many)\b/u.test(text) &&
  /\bitm\b|\botm\b|\bmoney\b|\bassign|\bcalled\b|\bexpir|\brisk|\bdelta\b/u.test(text) &&
  text.split(' ').length <= SHORT_MESSAGE_WORDS + 2

const FIRST_TWO = /\b(?:first|top|best) 2\b|\bboth(?: of them)?\b/u

function findPicks({ text, symbols }: Understanding): readonly number[] {
  if (symbols.length > 0) return []
  if (FIRST_TWO.test(text)) return [0, 1]
  return ordinals.flatMap(([pattern, row]) => (pattern.test(text) ? [row] : []))
}

/** Minimum weight of an intent for a row, lower than for a full question. */
const MIN_ROW_WEIGHT = 3
const readRowIntent = ([best]: readonly Scored[]) =>
  best !== undefined && best.weight >= MIN_ROW_WEIGHT ? best.intent : null

/** "options for the second one" asks a new question about the row, while "the second one" just opens it. */
function followPicks(said: Understanding, before: Topic, own: Intent | null, picks: readonly number[]): Topic {
  const isPlain = own === null || own === before.intent
  const slots = isPlain ? before.said.slots : { ...before.said.slots, ...pickTime(said.slots) }
  return { ...before, picks, rowIntent: isPlain ? null : own, asksWhy: isWhy(said), said: { ...before.said, slots } }
}

/** Date, days and delta to keep for a question about a row. */
const pickTime = ({ date, days, delta }: Slots) => (date === null && days === null ? {} : { date, days, delta })

const isWhy = ({ text, symbols }: Understanding) =>
  WHY.test(text) && symbols.length === 0 && text.split(' ').length <= MAX_WHY_WORDS

/** Matches questions such as "why MSFT?" about a stock in the last answer. */
const asksWhyAboutStock = ({ text, symbols }: Understanding) =>
  WHY.test(text) && symbols.length === 1 && text.split(' ').length <= SHORT_MESSAGE_WORDS - 2

function buildWhyTopic(said: Understanding, before: Topic): Topic {
  const singleIntents: Partial<Record<Intent, Intent>> = { portfolio: 'position', top_stocks: 'snapshot' }
  return {
    ...before,
    intent: singleIntents[before.intent] ?? before.intent,
    said: { ...before.said, symbols: said.symbols },
    asksWhy: true,
  }
}

const needsSymbol = (intent: Intent) =>
  ['find_options', 'snapshot', 'expirations', 'compare', 'analyze_trade', 'position', 'roll', 'coverage'].includes(
    intent,
  )

/** Words that only reorder the rows already shown. */
const CHOOSES =
  /\b(?:more|less|better|higher|lower|highest|lowest|most|least|best|cheapest|cheaper|closest|richest|safest|safer|sort(?:ed)?|ranked?|order(?:ed)?|pays?)\b/u
/** Whether a short message merely modifies the previous question. */
function isFollowUp(said: Understanding, own: Intent | null, before: Topic): boolean {
  const words = said.text.split(' ').length
  // A stock named after a list of stocks starts a new question.
  if (said.symbols.length > 0 && own !== null && before.intent === 'top_stocks') return false
  if (
    own === before.intent &&
    said.symbols.length === 0 &&
    words <= MAX_FOLLOW_UP_WORDS &&
    continuesQuestion(said, own)
  )
    return true
  if (words <= SHORT_MESSAGE_WORDS + 2 && selectsAmongRows(said, own, before)) return true
  if (
    own === 'compare' &&
    said.symbols.length === 0 &&
    said.slots.strikes.length === 0 &&
    before.said.symbols.length > 0 &&
    hasSlots(said.slots)
  )
    return true
  if (SAME.test(said.text) || isStockAlone(said) || narrows(said, own, before)) return true
  if (LEADS.test(said.text) && words <= SHORT_MESSAGE_WORDS + 2 && (own === null || isBare(said))) return true
  if (own === null && words <= SHORT_MESSAGE_WORDS + 2 && CHOOSES.test(said.text)) return true
  if (own === null && words <= SHORT_MESSAGE_WORDS + 4 && POINTS_BACK.test(said.text) && hasSlots(said.slots))
    return true
  return own === null && words <= SHORT_MESSAGE_WORDS && (said.symbols.length > 0 || hasSlots(said.slots))
}

/**
 * Whether a message narrows the listed calls, as in "only the ones over 1 dollar". This overrides any other meaning of
 * its figures.
 */
const narrows = ({ text, symbols, slots }: Understanding, own: Intent | null, before: Topic) =>
  symbols.length === 0 &&
  before.intent === 'find_options' &&
  (own === 'top_stocks' || own === null) &&
  hasSlots(slots) &&
  /\b(?:ones?|only|just|them|those|these|make (?:it|that)|with|but)\b/u.test(text) &&
  !/\b(?:stocks|names|companies|candidates|tickers|sector|caps?)\b/u.test(text) &&
  text.split(' ').length <= MAX_FOLLOW_UP_WORDS

const LISTING: ReadonlySet<Intent> = new Set(['find_options', 'top_stocks', 'compare'])
/** Matches messages such as "which has the highest premium?" or "lower delta". */
const selectsAmongRows = ({ text, symbols }: Understanding, own: Intent | null, before: Topic) =>
  symbols.length === 0 &&
  CHOOSES.test(text) &&
  LISTING.has(before.intent) &&
  (own === null || own === 'explain' || own === 'top_stocks' || own === before.intent) &&
  !/\b(?:stocks|names|companies|mean|explain|my)\b/u.test(text)

/** Whether a message is an incomplete question of the same kind, without a stock or some of the figures. */
function continuesQuestion(said: Understanding, own: Intent): boolean {
  if (namesStock(said) && said.symbols.length === 0) return false
  const pointsBack = LEADS.test(said.text) || POINTS_BACK.test(said.text)
  if (own === 'calculate') return said.slots.entryPrice === null || said.slots.premium === null
  return pointsBack
    ? hasSlots(said.slots)
    : needsSymbol(own) && hasSlots(said.slots) && own !== 'position' && own !== 'roll'
}

/** Whether a message is only a stock, as in a reply to "which stock?". */
const isStockAlone = ({ symbols, rest }: Understanding) =>
  symbols.length > 0 && rest.replace(/[?!.,;]/gu, '').trim() === ''

/** Whether a message is only a stock or figure after words such as "and" or "what about". */
const isBare = ({ rest, text }: Understanding) =>
  rest
    .replace(LEADS, '')
    .replace(/\b(?:for|on|with|the|a|of|in|about|please)\b|[?!,]|\.(?!\d)/gu, ' ')
    .trim()
    .split(/\s+/u).length <= 3 && !/\b(?:portfolio|positions|explain|earnings|roll|market|expirations)\b/u.test(text)

const hasSlots = (slots: Slots) =>
  Object.values(slots).some((value) => value !== null && !(Array.isArray(value) && value.length === 0))
