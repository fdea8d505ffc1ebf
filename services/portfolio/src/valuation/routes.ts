import {
  AttentionItem,
  createWireWriter,
  dataClassesWorstFirst,
  joinSources,
  portfolioSchemas,
  positionNames,
  type RecommendationRule,
  type Success,
  type Underlying,
} from '@callwright/contracts'
import {
  ATTENTION_REASONS,
  type ChainState,
  countAttention,
  findNextExDate,
  listUpcomingDividends,
  newYorkDate,
  RECOMMENDATION_NOTE,
  RECOMMENDATION_RULES,
  type KnownSum as ScoredSum,
  totalPositions,
  toUsd,
} from '@callwright/scoring'
import { type Call, getUser, type Handlers } from '@callwright/service'
import { readLastFee } from '../ledger/last-fee.ts'
import { toWireUncovered } from '../ledger/wire-chain.ts'
import type { StockQuotes } from '../quotes/quote-reader.ts'
import { listUncovered } from './chains.ts'
import { openLives, toWireListed } from './listed-row.ts'
import { type AssessedPosition, type ReadPortfolio, readEvents, type ValuedPortfolio } from './valuation.ts'

type ValuationId = 'portfolio.list' | 'portfolio.attention'

export function valuationRoutes({
  readPortfolio,
}: {
  readonly readPortfolio: ReadPortfolio
}): Pick<Handlers<'portfolio'>, ValuationId> {
  const read = ({ identity, request }: Pick<Call<ValuationId>, 'identity' | 'request'>) =>
    readPortfolio(getUser(identity).userId, request.id)
  return {
    'portfolio.list': async (call) => toWireList(await read(call)),
    'portfolio.attention': async (call) => toWireAttention(await read(call)),
  }
}

/** The rules, sent once because they are the same for all positions. Each position's trace lists them in this order. */
const RULES: RecommendationRule[] = RECOMMENDATION_RULES.map(({ id, label, join, conditions }) => ({
  id,
  label,
  join,
  conditions: conditions.map((condition) => ({ comparison: null, limit: null, ...condition })),
}))

const { totals: Totals } = portfolioSchemas['portfolio.list'].responses[200].properties
const writeTotals = createWireWriter(Totals, {
  cost: 'costUsd',
  premium: 'premiumUsd',
  cc_pnl: 'coveredCallPnl',
  cc_pnl_parts: 'coveredCallParts',
})
const writeSum = createWireWriter(Totals.properties.cc_pnl, { cost: 'costUsd' })
const writeItem = createWireWriter(AttentionItem, positionNames)

function toWireList(portfolio: ValuedPortfolio): Success<'portfolio.list'> {
  const { positions, chains, assessed, quotes, asOfMs, ledger } = portfolio
  const totals = totalPositions(positions.map(({ metrics }) => metrics))
  const uncovered = listUncovered(chains, positions)
  const lifeOf = openLives(portfolio)
  return {
    status: 'success',
    positions: positions.map((valued) => toWireListed(valued, lifeOf(valued))),
    uncovered: uncovered.map(toWireUncovered),
    last_fee_per_contract_usd: readLastFee(ledger),
    totals: writeTotals({
      ...totals,
      stockPnl: writeSum(totals.stockPnl),
      uncoveredStockPnl: writeSum(sumKnown(uncovered, ({ stockPnlUsd, costUsd }) => ({ usd: stockPnlUsd, costUsd }))),
      chainsPnl: writeSum(sumKnown(chains, ({ chain, pnlUsd }) => ({ usd: pnlUsd, costUsd: readCost(chain) }))),
      optionPnl: writeSum(totals.optionPnl),
      coveredCallPnl: writeSum(totals.coveredCallPnl),
      coveredCallParts: {
        stock_pnl: totals.coveredCallParts.stockUsd,
        option_pnl: totals.coveredCallParts.optionUsd,
      },
    }),
    attention: countAttention(assessed),
    underlyings: [...quotes.values()].map((found) => toWireUnderlying(found, asOfMs)),
    rules: RULES,
    recommendation_note: RECOMMENDATION_NOTE,
    ...toWireMarket(portfolio),
  }
}

const readCost = ({ lots }: ChainState): number => toUsd(lots.reduce((sum, { cost }) => sum + cost, 0))

function sumKnown<T>(
  items: readonly T[],
  read: (item: T) => { readonly usd: number | null; readonly costUsd: number },
): ScoredSum {
  const known = items.map(read).flatMap(({ usd, costUsd }) => (usd === null ? [] : [{ usd, costUsd }]))
  const leftOut = items.length - known.length
  if (known.length === 0) return { usd: null, pct: null, costUsd: 0, counted: 0, leftOut }
  const usd = known.reduce((sum, item) => sum + item.usd, 0)
  const costUsd = known.reduce((sum, item) => sum + item.costUsd, 0)
  return { usd, pct: costUsd > 0 ? (usd / costUsd) * 100 : null, costUsd, counted: known.length, leftOut }
}

function toWireUnderlying(found: StockQuotes, asOfMs: number): Underlying {
  const { answer } = found
  const events = readEvents(found)
  const today = newYorkDate(asOfMs)
  return {
    symbol: answer.symbol,
    current_price: answer.current_price,
    atm_iv: answer.atm_iv,
    earnings_date: answer.earnings_date,
    earnings_session: answer.earnings_session,
    ex_dividend_date: findNextExDate(events, today),
    dividend: listUpcomingDividends(events, today)[0]?.cash ?? null,
    as_of: answer.as_of,
    data_class: answer.data_class,
    source: answer.source,
    message: answer.message,
  }
}

function toWireAttention(portfolio: ValuedPortfolio): Success<'portfolio.attention'> {
  const { assessed } = portfolio
  const items = assessed
    .filter(({ action, other }) => action.length + other.length > 0)
    .toSorted((a, b) => b.level - a.level || daysOf(a) - daysOf(b))
  return {
    status: 'success',
    items: items.map(toWireItem),
    counts: countAttention(assessed),
    reasons: ATTENTION_REASONS.map(({ id, group, label }) => ({
      id,
      group,
      label,
      count: assessed.filter((position) => position[group].includes(id)).length,
      unknown: assessed.filter(({ unknown }) => unknown.includes(id)).length,
    })),
    dividends_at_stake: items.reduce((sum, { dividendAtStakeUsd }) => sum + (dividendAtStakeUsd ?? 0), 0),
    ...toWireMarket(portfolio),
  }
}

const daysOf = ({ valued }: AssessedPosition): number => valued.metrics.daysToExpiration

function toWireItem(position: AssessedPosition): AttentionItem {
  const { valued, reasons, unknown, events, level } = position
  return writeItem({
    ...valued.stored,
    ...valued.metrics,
    level,
    reasons: reasons.map(({ id, group, sentence }) => ({ id, group, sentence })),
    unknown,
    dividend: toWireDividend(position),
    earningsDate: events.earnings?.date ?? null,
  })
}

function toWireDividend({ dividend, dividendAtStakeUsd }: AssessedPosition): AttentionItem['dividend'] {
  const { exDate, dividendUsd, timeValueUsd } = dividend
  if (exDate === null || dividendUsd === null || timeValueUsd === null || dividendAtStakeUsd === null) return null
  return { ex_date: exDate, dividend: dividendUsd, time_value: timeValueUsd, at_stake: dividendAtStakeUsd }
}

type Stamped = Pick<StockQuotes['answer'], 'as_of' | 'data_class' | 'source'>
type MarketParts = Pick<ValuedPortfolio, 'quotes' | 'missing' | 'asOfMs' | 'market'>

/** Market fields of a portfolio response: worst data class, oldest time, also those of `others`, and missing symbols. */
export function toWireMarket({ quotes, missing, asOfMs, market }: MarketParts, others: readonly Stamped[] = []) {
  const quoted = [...quotes.values()].map(({ answer }) => answer)
  // An empty portfolio has no quotes, so its response describes the market itself.
  const answers = [...(quoted.length === 0 && market !== null ? [market] : quoted), ...others]
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const classes = new Set(answers.map(({ data_class }) => data_class))
  return {
    market_time: new Date(asOfMs).toISOString(),
    partial: missing.length > 0,
    missing_symbols: missing.map(({ symbol, reason, isLoading }) => ({ symbol, reason, loading: isLoading })),
    message: describeMissing(missing),
    // ISO times in UTC sort as text.
    as_of: instants.toSorted()[0] ?? null,
    data_class: dataClassesWorstFirst.find((candidate) => classes.has(candidate)) ?? 'none',
    source: joinSources(answers.map(({ source }) => source)),
  }
}

const SYMBOLS_NAMED = 5

function describeMissing(missing: ValuedPortfolio['missing']): string | null {
  const loading = missing.filter(({ isLoading }) => isLoading).length
  const stocks = loading === 1 ? '1 stock' : `${loading} stocks`
  const notes = [
    ...(loading === 0 ? [] : [`Loading prices for ${stocks}.`]),
    ...describeUnavailable(missing.filter(({ isLoading }) => !isLoading)),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function describeUnavailable(missing: ValuedPortfolio['missing']): string[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, SYMBOLS_NAMED).map(({ symbol }) => symbol)
  const others = missing.length - named.length
  return [`No market data for ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} right now.`]
}
