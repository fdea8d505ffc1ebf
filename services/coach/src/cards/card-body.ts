import { type CardFigure, type CardTable, type CardType, figureUnits } from '@callwright/contracts'
import { isCalendarDay } from '@callwright/scoring'
import { displayText, itemOf, nodesOf, propertyOf } from '../grounding/result-values.ts'
import { type EventKind, eventNames, type ToolName, type ToolSuccess } from '../turn/types.ts'

/** A card before it is validated against the contract. */
interface CardBody {
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
  return (Array.isArray(attention) ? attention : [])
    .filter(isRecord)
    .map(({ ticker: symbol, strike, expiry: expiration, reasons }) => {
      const why = Array.isArray(reasons) ? reasons.join(' ') : ''
      return `${symbol} ${strike} call expiring ${displayText(textOf(expiration))}: ${why}`
    })
}

const buildPortfolio: Build = (result, schema) => ({
  title: 'Portfolio',
  figures: readFigures(result, schema, [...stampKeys, 'focus']),
  table: readTable(result.rows, itemOf(propertyOf(schema, 'rows')), ['id']),
  notes: readAttention(result),
})

/** Columns that the answers about the user's positions read out. */
const ownColumns = [
  ...[
    'ticker',
    'strike',
    'expiry',
    'dte',
    'contracts',
    'delta',
    'headroom_pct',
    'profit_captured_pct',
    'cost_to_close',
  ],
  ...['cc_pnl', 'cc_pnl_pct', 'value', 'weight_pct', 'breakeven', 'if_assigned_total'],
]

const buildOwn: Build = (result, schema) => {
  const [first] = Array.isArray(result.rows) ? result.rows.filter(isRecord) : []
  const leftOut = Object.keys(first ?? {}).filter((key) => !ownColumns.includes(key))
  return {
    title: 'Open calls',
    figures: readFigures(toRecord(result.total), propertyOf(schema, 'total'), ['weight_pct', 'supposed_profit']),
    table: readTable(result.rows, itemOf(propertyOf(schema, 'rows')), leftOut),
    notes: [],
  }
}

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
  screen_calls: { type: 'options_table', build: buildRows },
  sector_premiums: null,
  list_expirations: { type: 'events_list', build: facts(titled('expirations')) },
  find_options: { type: 'options_table', build: buildRows },
  compare_strikes: { type: 'strike_comparison', build: facts(titled('strikes')) },
  put_quotes: { type: 'strike_comparison', build: facts(titled('puts')) },
  calc_figures: null,
  calc_covered_call: { type: 'trade_card', build: buildTrade },
  analyze_trade: { type: 'trade_card', build: buildTrade },
  portfolio_review: { type: 'portfolio_summary', build: buildPortfolio },
  own_figures: { type: 'portfolio_summary', build: buildOwn },
  holding_calls: {
    type: 'portfolio_summary',
    build: facts(() => 'A call for each holding', ['delta', 'dte_min', 'dte_max']),
  },
  coverable_calls: null,
  analyze_position: { type: 'recommendation', build: buildRecommendation },
  position_scenario: null,
  roll_candidates: { type: 'roll_table', build: facts(() => 'Rolls', ['explanation', 'verdict']) },
  chain_review: null,
  income_summary: null,
  tax_summary: null,
  roll_preview: { type: 'roll_table', build: facts(() => 'Rolls', ['explanation', 'verdict']) },
  upcoming_events: { type: 'events_list', build: buildEvents },
  alert_rules: null,
  explain_concept: { type: 'concept_card', build: buildConcept },
  app_help: { type: 'concept_card', build: buildHelp },
}

/** Null if the tool has no card. */
export function buildCardBody(name: ToolName, result: ToolSuccess, schema: unknown): CardBody | null {
  const recipe = recipes[name]
  return recipe === null ? null : { type: recipe.type, content: recipe.build(result, schema) }
}

const MAX_ROWS = 100

/** Labels for figures whose key would make a poor label. */
const labels: Readonly<Record<string, string>> = {
  dte: 'Days to expiration',
  annYield: 'Ann. yield',
  iv: 'Implied volatility',
  iv_rank: 'IV rank',
  atm_iv: 'Implied volatility',
  rsi: 'RSI',
  cc_pnl: 'Covered call P&L',
  cc_pnl_pct: 'Covered call P&L %',
  stock_pnl: 'Stock P&L',
  option_pnl: 'Option P&L',
  headroom_em: 'Headroom / expected move',
  cc_score: 'Rating',
  if_called_return_pct: 'If-called return',
  if_called_annualized_pct: 'If-called return, annualized',
  probability_itm: 'Chance of ending in the money',
}

function labelOf(key: string): string {
  const known = labels[key]
  if (known !== undefined) return known
  const words = key.replace(/_(?:pct|frac|usd)$/u, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Converts the simple values in a result to labeled figures; unknown values stay null. */
function readFigures(record: object, schema: unknown, leftOut: readonly string[] = []): CardFigure[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (leftOut.includes(key) || !isCell(value)) return []
    return [{ key, label: labelOf(key), value, unit: readUnit(value, propertyOf(schema, key)) }]
  })
}

/** Converts the rows in a result to a table. Its columns are the simple values in the first row. */
function readTable(rows: unknown, itemSchema: unknown, leftOut: readonly string[] = []): CardTable | null {
  if (!Array.isArray(rows)) return null
  const records = rows.filter(isRecord).slice(0, MAX_ROWS)
  const [first] = records
  if (first === undefined) return null
  const columns = readFigures(first, itemSchema, leftOut).map(({ key, label }) => ({
    key,
    label,
    unit: readColumnUnit(records, key, propertyOf(itemSchema, key)),
  }))
  const pick = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map(({ key }) => [key, isCell(record[key]) ? record[key] : null]))
  return { columns, rows: records.map(pick) }
}

function readColumnUnit(records: readonly Readonly<Record<string, unknown>>[], key: string, schema: unknown) {
  const known = records.map((record) => record[key]).find((value) => value !== null && value !== undefined)
  return readUnit(isCell(known) ? known : null, schema)
}

type Cell = CardFigure['value']

function readUnit(value: Cell, schema: unknown): CardFigure['unit'] {
  for (const { unit } of nodesOf(schema)) {
    const known = figureUnits.find((candidate) => candidate === unit)
    if (known !== undefined) return known
  }
  return typeof value === 'string' && isCalendarDay(value) ? 'date' : 'text'
}

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

const toRecord = (value: unknown) => (isRecord(value) ? value : {})
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
