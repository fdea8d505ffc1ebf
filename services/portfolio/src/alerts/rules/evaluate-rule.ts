import {
  type AlertRuleSpec,
  alertRuleKinds,
  buildRollsAddress,
  positionRuleKinds,
  screenRuleKinds,
  stockRuleKinds,
} from '@callwright/contracts'
import { isTradable, nameCall, positionKinds } from './position-kinds.ts'
import type {
  Figures,
  Judgement,
  RuleEvent,
  RuleState,
  RuleTerms,
  WatchedCall,
  WatchedScreen,
  WatchedStock,
} from './rule.ts'
import { percent } from './rule.ts'
import { stockKinds } from './stock-kinds.ts'

type PositionKind = (typeof positionRuleKinds)[number]
type StockKind = (typeof stockRuleKinds)[number]

const isPositionKind = (kind: string): kind is PositionKind => positionRuleKinds.some((known) => known === kind)
const isStockKind = (kind: string): kind is StockKind => stockRuleKinds.some((known) => known === kind)

const attention = {
  label: 'Anything that needs attention',
  explanation: 'All reasons to look at a position that the portfolio lists, also for expired and adjusted calls.',
  ...{ unit: null, min: null, max: null, step: null, default_limit: null },
} satisfies Omit<AlertRuleSpec, 'kind' | 'subject'>

const newEntries = {
  label: 'New stocks in a saved screen',
  explanation: 'Stocks that the screen shows now and did not show after the last refresh.',
  ...{ unit: null, min: null, max: null, step: null, default_limit: null },
} satisfies Omit<AlertRuleSpec, 'kind' | 'subject'>

export const ruleSpecs: readonly AlertRuleSpec[] = alertRuleKinds.map((kind) => ({
  kind,
  subject: subjectOf(kind),
  ...specOf(kind),
}))

function specOf(kind: RuleTerms['kind']): Omit<AlertRuleSpec, 'kind' | 'subject'> {
  if (kind === 'attention') return attention
  if (isPositionKind(kind)) return positionKinds[kind].spec
  return isStockKind(kind) ? stockKinds[kind].spec : newEntries
}

export function subjectOf(kind: RuleTerms['kind']): AlertRuleSpec['subject'] {
  if (kind === 'attention' || isPositionKind(kind)) return 'position'
  return screenRuleKinds.some((known) => known === kind) ? 'screen' : 'stock'
}

/** The rule as text: "AAPL 200 call of Jan 15, 2027: delta of at least 0.50". */
export function describeRule(rule: RuleTerms, subject: string | null): string {
  const { kind, limit } = rule
  if (kind === 'attention') return `${subject ?? 'Any position'}: anything that needs attention`
  if (isPositionKind(kind)) return `${subject ?? 'Any position'}: ${positionKinds[kind].words(limit ?? 0)}`
  if (isStockKind(kind)) return `${subject ?? rule.symbol}: ${stockKinds[kind].words(limit ?? 0)}`
  return `${subject ?? 'A deleted screen'}: new stocks`
}

const judgement = (state: RuleState, note: string | null = null, events: readonly RuleEvent[] = []): Judgement => ({
  state,
  note,
  events,
})

/** Evaluates a rule on figures. Stale and simulated data are not left out: each event names the class of its data. */
export function evaluateRule(rule: RuleTerms, figures: Figures): Judgement {
  const { kind } = rule
  if (kind === 'attention') return evaluateAttention(rule, figures)
  if (isPositionKind(kind)) return evaluateCalls(rule, kind, figures)
  if (isStockKind(kind)) return evaluateStock(rule, kind, figures)
  return evaluateScreen(rule, figures)
}

/** Figures of the attention reasons whose sentence in the portfolio has none, because the figures are beside it there. */
const reasonFigures: Readonly<Record<string, (call: WatchedCall) => string>> = {
  days_left: (call) => positionKinds.days_left.describe(call, 0),
  delta: (call) => positionKinds.delta.describe(call, 0),
  profit: ({ assessed }) => `the profit is ${percent(assessed.valued.metrics.coveredCallPnlPct ?? 0)} of the cost`,
  profit_captured: (call) => positionKinds.profit_captured.describe(call, 0),
  earnings: (call) => positionKinds.earnings.describe(call, 0),
}

/** One event for each attention reason. */
function evaluateAttention({ positionId }: RuleTerms, { calls }: Figures): Judgement {
  const watched = calls.filter(({ assessed }) => positionId === null || assessed.valued.stored.id === positionId)
  if (positionId !== null && watched.length === 0) return judgement('gone', 'This position is closed or deleted.')
  const events = watched.flatMap((call) =>
    call.assessed.reasons.map(({ id, sentence }) => ({
      ...aboutCall(call, 'needs attention'),
      key: `position:${call.assessed.valued.stored.id}:${id}`,
      title: `${nameCall(call)} needs attention`,
      sentence: `${nameCall(call)}: ${reasonFigures[id] === undefined ? sentence : `${reasonFigures[id](call)}.`}`,
    })),
  )
  const undecided = watched.filter(({ assessed }) => assessed.unknown.length > 0)
  const note = undecided.length === 0 ? null : describeUnknown(undecided, 'data')
  if (events.length > 0) return judgement('holds', note, events)
  return judgement(undecided.length > 0 ? 'unknown' : 'does_not_hold', note)
}

function evaluateCalls(rule: RuleTerms, kind: PositionKind, { calls }: Figures): Judgement {
  const { positionId, limit } = rule
  const watched = calls.filter(({ assessed }) => positionId === null || assessed.valued.stored.id === positionId)
  if (positionId !== null && watched.length === 0) return judgement('gone', 'This position is closed or deleted.')
  const open = watched.filter(isTradable)
  if (open.length === 0) {
    return positionId === null
      ? judgement('does_not_hold', 'You have no open calls.')
      : judgement('gone', 'This call has expired or was adjusted.')
  }
  const judged = open.map((call) => ({ call, holds: positionKinds[kind].holds(call, limit ?? 0) }))
  const events = judged
    .filter(({ holds }) => holds === true)
    .map(({ call }) => describeCallEvent(call, kind, limit ?? 0))
  const unknown = judged.filter(({ holds }) => holds === null).map(({ call }) => call)
  const note = unknown.length === 0 ? null : describeUnknown(unknown, positionKinds[kind].needs)
  if (events.length > 0) return judgement('holds', note, events)
  return judgement(unknown.length > 0 ? 'unknown' : 'does_not_hold', note)
}

function describeUnknown(unknown: readonly WatchedCall[], needs: string): string {
  const [first] = unknown
  if (first === undefined) return ''
  const others = unknown.length - 1
  const rest = others === 0 ? '' : ` and ${others} more`
  return `The ${needs} of ${nameCall(first)}${rest} is unknown.`
}

/** Kinds after which a trader compares rolls; their messages link to the table of rolls. */
const rollKinds: ReadonlySet<PositionKind> = new Set<PositionKind>([
  'delta',
  'days_left',
  'profit_captured',
  'near_strike',
  'above_strike',
])

function describeCallEvent(call: WatchedCall, kindName: PositionKind, limit: number): RuleEvent {
  const kind = positionKinds[kindName]
  const name = nameCall(call)
  const { id } = call.assessed.valued.stored
  return {
    ...aboutCall(call, kind.plain),
    ...(rollKinds.has(kindName) && { path: buildRollsAddress(id) }),
    key: `position:${id}:${kindName}:${limit}`,
    title: `${name}: ${kind.words(limit)}`,
    sentence: `${name}: ${kind.describe(call, limit)}.`,
  }
}

/** The parts of an event that do not depend on its figures. */
function aboutCall({ assessed, asOf, dataClass }: WatchedCall, plain: string) {
  const { id, symbol } = assessed.valued.stored
  return {
    plainTitle: `${symbol} call: ${plain}`,
    plainSentence: `Your ${symbol} call: ${plain}.`,
    positionId: id,
    symbol,
    screenId: null,
    path: `/portfolio?${new URLSearchParams({ selected: id })}`,
    asOf,
    dataClass,
  }
}

function evaluateStock({ symbol, limit }: RuleTerms, kind: StockKind, { stocks }: Figures): Judgement {
  const stock = stocks.get(symbol ?? '')
  if (stock === undefined) return judgement('unknown', 'The screener is not available right now.')
  if (stock === null) return judgement('unknown', `The screener has no figures for ${symbol}.`)
  const { holds, needs } = stockKinds[kind]
  const truth = holds(stock, limit ?? 0)
  if (truth === null) return judgement('unknown', `The ${needs} of ${symbol} is unknown.`)
  if (!truth) return judgement('does_not_hold')
  return judgement('holds', null, [describeStockEvent(stock, kind, limit ?? 0)])
}

function describeStockEvent(stock: WatchedStock, kindName: StockKind, limit: number): RuleEvent {
  const kind = stockKinds[kindName]
  const { symbol } = stock.row
  return {
    key: `stock:${symbol}:${kindName}:${limit}`,
    title: `${symbol}: ${kind.words(limit)}`,
    sentence: `${symbol}: ${kind.describe(stock, limit)}.`,
    plainTitle: `${symbol}: ${kind.plain}`,
    plainSentence: `${symbol}: ${kind.plain}.`,
    positionId: null,
    symbol,
    screenId: null,
    path: `/analysis?${new URLSearchParams({ symbol })}`,
    asOf: stock.asOf,
    dataClass: stock.dataClass,
  }
}

function evaluateScreen({ screenId }: RuleTerms, { screens, screenIds }: Figures): Judgement {
  if (screenIds === null) return judgement('unknown', 'The screener is not available right now.')
  if (screenId === null || !screenIds.has(screenId)) return judgement('gone', 'This screen was deleted.')
  const screen = screens.get(screenId) ?? null
  if (screen === null) return judgement('unknown', 'The screen could not be read.')
  const [unknown] = screen.unknownFilters
  if (unknown !== undefined) return judgement('unknown', `Alerts cannot use the filter “${unknown}” of this screen.`)
  return judgement('does_not_hold')
}

/** Memory of a rule on a screen between evaluations: the symbols of the last one, and those named on a day. */
export interface ScreenMemory {
  readonly query: string
  readonly last: readonly string[]
  readonly day: string
  readonly named: readonly string[]
}

const NAMED = 5

/**
 * Finds stocks that a screen has gained. The first evaluation, and the first one after the screen was changed, only
 * remember its stocks. A stock that leaves and returns on the same day is named once.
 */
export function findNewEntries(
  screenId: string,
  screen: WatchedScreen,
  { memory, marketDay }: { readonly memory: ScreenMemory | null; readonly marketDay: string },
): { readonly event: RuleEvent | null; readonly memory: ScreenMemory } {
  const { name, query, symbols, asOf, dataClass } = screen
  const isKnown = memory !== null && memory.query === query
  const before = new Set(isKnown ? memory.last : symbols)
  const named = isKnown && memory.day === marketDay ? memory.named : []
  const gained = symbols.filter((symbol) => !before.has(symbol) && !named.includes(symbol))
  const next = { query, last: symbols, day: marketDay, named: [...named, ...gained] }
  if (gained.length === 0) return { event: null, memory: next }
  const shown = gained.slice(0, NAMED).join(', ')
  const rest = gained.length > NAMED ? ` and ${gained.length - NAMED} more` : ''
  const count = gained.length === 1 ? '1 new stock' : `${gained.length} new stocks`
  const title = `${name}: ${count}`
  const sentence = `${name} has ${count}: ${shown}${rest}.`
  const event: RuleEvent = {
    key: `screen:${screenId}:${gained.join(',')}`.slice(0, 400),
    ...{ title, sentence, plainTitle: title, plainSentence: sentence },
    positionId: null,
    symbol: gained.length === 1 ? (gained[0] ?? null) : null,
    screenId,
    path: query === '' ? '/screening' : `/screening?${query.replace(/^\?/, '')}`,
    ...{ asOf, dataClass },
  }
  return { event, memory: next }
}
