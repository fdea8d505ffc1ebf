import type { CardType } from '@callwright/contracts'
import { displayText } from '../grounding/display.ts'
import { itemOf, propertyOf } from '../grounding/ledger.ts'
import { type EventKind, eventNames } from '../turn/event-names.ts'
import type { ToolName } from '../turn/tool-names.ts'
import type { ToolSuccess } from '../turn/types.ts'
import { isRecord, labelOf, readFigures, readTable } from './schema-facts.ts'

/** A card before it is validated against the contract. */
export interface CardBody {
  readonly type: CardType
  readonly content: unknown
}

type Build = (result: ToolSuccess, schema: unknown) => unknown

interface Recipe {
  readonly type: CardType
  readonly build: Build
}

const stampKeys = ['as_of', 'delay_minutes', 'source', 'data_class', 'warnings']

const facts =
  (
    name: (result: ToolSuccess) => string,
    leftOut: readonly string[] = [],
    columnsLeftOut: readonly string[] = [],
  ): Build =>
  (result, schema) => ({
    title: name(result),
    figures: readFigures(result, schema, [...stampKeys, ...leftOut]),
    table: readTable(result.rows, itemOf(propertyOf(schema, 'rows')), ['id', ...columnsLeftOut]),
    notes: readNotes(result),
  })

function readNotes(result: ToolSuccess): string[] {
  const sentences = [result.explanation, result.expiration_reason, result.note]
  return sentences.flatMap((sentence) =>
    typeof sentence === 'string' && sentence !== '' ? [displayText(sentence)] : [],
  )
}

const sentenceKeys = ['explanation', 'expiration_reason', 'note', 'suggested_action']
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const titled = (words: string) => (result: ToolSuccess) => [textOf(result.symbol), words].filter(Boolean).join(' ')

const buildRows: Build = ({ rows }) => (Array.isArray(rows) ? rows.slice(0, 100) : [])

const buildStock: Build = ({ symbol, score, company_name, score_max, price }) => [
  { symbol, cc_score: score ?? null, company_name, score_max, current_price: price },
]

/** The strike and dividend columns appear only if some event has a value for them. */
const buildEvents: Build = (result, schema) => {
  const rows = (Array.isArray(result.rows) ? result.rows : []).filter(isRecord)
  const named = rows.map((row) => ({ ...row, kind: eventNames[row.kind as EventKind] }))
  const emptyColumns = ['strike', 'dividend'].filter((key) => rows.every((row) => row[key] === null))
  return facts(() => labelOf('upcoming_events'), [], emptyColumns)({ ...result, rows: named }, schema)
}

/** The figures that decide whether a trade is worth making, in the order a trader looks at them. */
const tradeKeys = [
  ...['strike', 'expiration', 'dte', 'days', 'premium', 'contracts', 'uncovered_shares', 'premium_total'],
  ...['max_profit', 'max_profit_covered', 'if_called_return_pct', 'if_called_annualized_pct', 'breakeven'],
  ...['headroom_pct', 'probability_itm', 'earnings_date', 'ex_dividend_date'],
]

const buildTrade: Build = (result, schema) => {
  const figures = readFigures(result, schema)
  const isOmitted = (key: string) =>
    (key === 'uncovered_shares' && result.uncovered_shares === 0) ||
    (key === 'max_profit_covered' && result.uncovered_shares === 0) ||
    (key === 'max_profit' && result.max_profit === null) ||
    (key === 'days' && result.dte !== undefined) ||
    (key === 'ex_dividend_date' && !isBefore(result.ex_dividend_date, result.expiration))
  return {
    title: titled('covered call')(result),
    figures: tradeKeys.flatMap((key) => (isOmitted(key) ? [] : figures.filter((figure) => figure.key === key))),
    table: null,
    notes: readNotes(result),
  }
}

const isBefore = (day: unknown, last: unknown) => typeof day === 'string' && typeof last === 'string' && day <= last

function readAttention({ attention }: ToolSuccess): string[] {
  return (Array.isArray(attention) ? attention : []).filter(isRecord).map(({ ticker, strike, expiry, reasons }) => {
    const why = Array.isArray(reasons) ? reasons.join(' ') : ''
    return `${ticker} ${strike} call expiring ${displayText(textOf(expiry))}: ${why}`
  })
}

const buildPortfolio: Build = (result, schema) => ({
  title: 'Portfolio',
  figures: readFigures(result, schema, [...stampKeys, 'focus']),
  table: readTable(result.rows, itemOf(propertyOf(schema, 'rows')), ['id']),
  notes: readAttention(result),
})

const buildRecommendation: Build = (result, schema) => {
  const position = isRecord(result.position) ? result.position : {}
  const trace = Array.isArray(result.trace) ? result.trace.filter(isRecord) : []
  return {
    title: `${textOf(position.ticker)} position`.trim(),
    action: textOf(result.label),
    figures: [
      ...readFigures(position, propertyOf(schema, 'position'), ['id', 'ticker', 'recommendation']),
      ...readFigures(result, schema, [...stampKeys, ...sentenceKeys, 'action', 'label', 'notes']),
    ],
    table: null,
    notes: [result.explanation, result.suggested_action, result.note].map(textOf).filter(Boolean).map(displayText),
    trace: trace.map(({ rule, outcome, conditions }) => ({
      rule: textOf(rule),
      outcome,
      detail: Array.isArray(conditions)
        ? conditions.map((condition) => (isRecord(condition) ? textOf(condition.sentence) : '')).join(' ')
        : '',
    })),
  }
}

const buildConcept: Build = ({ term, sentence, why, thresholds, example, formula }) => ({
  title: textOf(term),
  text: [sentence, why, thresholds, example].map(textOf).filter(Boolean).join('\n'),
  formula: typeof formula === 'string' ? formula : null,
})

const buildHelp: Build = ({ title, steps }) => ({
  title: textOf(title),
  text: Array.isArray(steps) ? steps.map((step) => `- ${step}`).join('\n') : '',
  formula: null,
})

const recipes: { readonly [Name in ToolName]: Recipe | null } = {
  search_symbols: null,
  market_status: { type: 'market_status', build: facts(() => 'Market') },
  stock_snapshot: { type: 'stock_list', build: buildStock },
  top_covered_call_stocks: { type: 'stock_list', build: buildRows },
  list_expirations: { type: 'events_list', build: facts(titled('expirations')) },
  find_options: { type: 'options_table', build: buildRows },
  compare_strikes: { type: 'strike_comparison', build: facts(titled('strikes')) },
  calc_covered_call: { type: 'trade_card', build: buildTrade },
  analyze_trade: { type: 'trade_card', build: buildTrade },
  portfolio_review: { type: 'portfolio_summary', build: buildPortfolio },
  coverable_calls: null,
  analyze_position: { type: 'recommendation', build: buildRecommendation },
  roll_candidates: { type: 'roll_table', build: facts(() => 'Rolls', ['explanation', 'verdict']) },
  upcoming_events: { type: 'events_list', build: buildEvents },
  explain_concept: { type: 'concept_card', build: buildConcept },
  app_help: { type: 'concept_card', build: buildHelp },
}

/** Null if the tool has no card. */
export function buildCardBody(name: ToolName, result: ToolSuccess, schema: unknown): CardBody | null {
  const recipe = recipes[name]
  return recipe === null ? null : { type: recipe.type, content: recipe.build(result, schema) }
}
