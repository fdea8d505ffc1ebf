import { setImmediate } from 'node:timers/promises'
import {
  addDays,
  type Backtest,
  type BacktestRule,
  listModelledCalls,
  newYorkCloseMs,
  newYorkDate,
  type PastCall,
  type PastClose,
  type PastDividend,
  runBacktest,
  type TermRange,
  valueContracts,
} from '@callwright/scoring'
import type { IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { findOrUnknown, findRate, listLacks } from '../side-facts.ts'
import { getListedSymbol } from '../symbols.ts'
import { type AnswerStamp, describeMissing, mergeMissing, toWireStamp, worstStamp } from '../wire.ts'
import type { OptionDeps } from './expirations.ts'

/** Defaults of a back-test: the call of SPEC's target range, about a month out, over two years. */
export const BACKTEST_DEFAULTS = { delta: 0.25, days: 30, months: 24 } as const

/** Half of a typical spread of a liquid call, which a seller at the bid gives up compared with the model's price. */
const MODEL_COST_PCT = 3
/** Strikes to read from a past chain, as fractions of the price. */
const STRIKE_REACH = { min: 0.9, max: 1.5 } as const
const DAYS_PER_MONTH = 365.25 / 12

interface BacktestRequest {
  readonly symbol: string
  readonly delta: number
  readonly days: number
  readonly months: number
}

export interface StockBacktest extends AnswerStamp {
  readonly symbol: string
  /** Where the premiums come from: the quotes of past days, or a model. Null if neither is possible. */
  readonly basis: 'past_quotes' | 'modelled' | null
  readonly rule: Omit<BacktestRequest, 'symbol'>
  /** Assumptions behind the figures, one sentence each, for the user to read. */
  readonly assumptions: readonly string[]
  readonly result: Backtest | null
  /** The same stock under the rule of the Cboe BuyWrite index, over its own settled calls. */
  readonly buyWrite: Backtest | null
  readonly missing: readonly Missing[]
}

/**
 * Tells how a rule for selling calls would have done on a stock, with the quotes of past days if the source has them,
 * else with a model's prices at each day's recorded volatility. Throws `unknown_symbol`.
 */
export function createBacktests({ market, cache }: Omit<OptionDeps, 'listExpirations'>) {
  return async ({ symbol: requested, ...rule }: BacktestRequest): Promise<StockBacktest> => {
    const { symbol } = await getListedSymbol(market.reference, requested)
    const key = `${symbol}:backtest:${rule.delta}:${rule.days}:${rule.months}:${newYorkDate(market.clock.now())}`
    return cache('history', key, () => backTest(market, symbol, rule))
  }
}

async function backTest(market: MarketData, symbol: string, rule: StockBacktest['rule']): Promise<StockBacktest> {
  const [bars, volatility, dividends, rate] = await Promise.all([
    market.bars.listDailyBars(symbol),
    findOrUnknown(market.ivHistory.listIvHistory(symbol), []),
    findOrUnknown(market.dividends.listDividends(symbol), null),
    findRate(market, rule.days),
  ])
  const from = addDays(newYorkDate(market.clock.now()), -Math.round(rule.months * DAYS_PER_MONTH))
  const closes = (bars.value ?? [])
    .filter(({ date }) => date >= from && newYorkCloseMs(date) <= bars.asOfMs)
    .map(({ date, close }) => ({ date, close }))
  const paid = (dividends.value ?? []).map(({ exDate, cashUsd }) => ({ exDate, cash: cashUsd }))
  const past: PastMarket = {
    market,
    symbol,
    closes,
    dividends: paid,
    rate: rate.value.rate,
    volatility: new Map(volatility.value.map(({ date, impliedVolatility }) => [date, impliedVolatility])),
  }
  const pricing = (await priceByQuotes(past)) ?? priceByModel(past)
  const run = (by: BacktestRule) =>
    pricing === null ? null : runBacktest(by, { closes: pricing.closes, dividends: paid, listCalls: pricing.listCalls })
  const result = await run({ kind: 'delta', delta: rule.delta, days: rule.days })
  return {
    ...worstStamp(bars),
    symbol,
    basis: pricing?.basis ?? null,
    rule,
    assumptions:
      pricing === null ? [] : [...pricing.assumptions, ...describeRest(dividends.value !== null, rate.value)],
    result,
    buyWrite: await run({ kind: 'buy_write' }),
    missing: mergeMissing(
      bars.missing,
      listLacks(dividends.value !== null, dividends.missing),
      explainNothing(past, pricing, result, volatility.missing),
    ),
  }
}

interface PastMarket {
  readonly market: MarketData
  readonly symbol: string
  readonly closes: readonly PastClose[]
  readonly dividends: readonly PastDividend[]
  readonly rate: number
  readonly volatility: ReadonlyMap<IsoDate, number>
}

interface Pricing {
  readonly basis: 'past_quotes' | 'modelled'
  readonly closes: readonly PastClose[]
  readonly listCalls: (close: PastClose, range: TermRange) => Promise<readonly PastCall[]>
  readonly assumptions: readonly string[]
}

/** Null if the source has no past quotes for the first close. */
async function priceByQuotes({ market, symbol, closes, dividends, rate }: PastMarket): Promise<Pricing | null> {
  const findPastChain = market.chains.findPastChain?.bind(market.chains)
  const [first] = closes
  if (findPastChain === undefined || first === undefined) return null
  const listCalls = async (close: PastClose, { minDays, maxDays }: TermRange): Promise<PastCall[]> => {
    // A chain takes milliseconds to value, so other requests are served in between.
    await setImmediate()
    const { value: chain } = await findPastChain(symbol, close.date, { type: 'call', minDays, maxDays })
    const price = chain?.underlyingPriceUsd ?? null
    if (chain === null || price === null) return []
    const near = chain.contracts.filter(
      ({ strike }) => strike >= price * STRIKE_REACH.min && strike <= price * STRIKE_REACH.max,
    )
    // Quotes are per share of that day; closes and dividends are adjusted for splits since.
    const scale = close.close / price
    const known = dividends.map(({ exDate, cash }) => ({ exDate, cash: cash / scale }))
    return valueContracts(near, { price, rate, dividends: known, asOfMs: newYorkCloseMs(close.date) }).flatMap(
      ({ expiration, strike, delta, bid }) =>
        bid === null ? [] : [{ expiration, delta, strike: strike * scale, premium: bid * scale }],
    )
  }
  if ((await listCalls(first, { minDays: 1, maxDays: 60 })).length === 0) return null
  return {
    basis: 'past_quotes',
    closes,
    listCalls,
    assumptions: ['Each call is sold at the bid of that day’s close.'],
  }
}

/** Null if the volatility of no past day is known. */
function priceByModel({ closes, dividends, rate, volatility }: PastMarket): Pricing | null {
  const start = closes.findIndex(({ date }) => volatility.has(date))
  if (start < 0) return null
  const listCalls = async (close: PastClose, range: TermRange): Promise<PastCall[]> => {
    const impliedVolatility = volatility.get(close.date)
    if (impliedVolatility === undefined) return []
    return listModelledCalls({ ...close, impliedVolatility, rate, dividends, costPct: MODEL_COST_PCT }, range)
  }
  return {
    basis: 'modelled',
    closes: closes.slice(start),
    listCalls,
    assumptions: [
      'Premiums are modelled, not quoted: Black-Scholes at that day’s 30-day at-the-money implied volatility, the same for all strikes.',
      `Each call is sold ${MODEL_COST_PCT}% below the model’s price, about half of a usual spread.`,
      'Expirations are assumed on every Friday, and strikes at the usual distance for the price.',
    ],
  }
}

function describeRest(knowsDividends: boolean, { basis }: { readonly basis: string }): string[] {
  return [
    'One call at a time, held to expiration; the next is sold at the same close. A call in the money is settled at its intrinsic value.',
    knowsDividends
      ? 'Dividends count for both, and the proceeds of each term are reinvested.'
      : 'Dividends are unknown and left out for both. The proceeds of each term are reinvested.',
    `Today’s interest rate (${basis}) is used for all days. Early assignment, commissions and taxes are left out.`,
  ]
}

function explainNothing(
  { closes, volatility }: PastMarket,
  pricing: Pricing | null,
  result: Backtest | null,
  volatilityMissing: readonly Missing[],
): Missing[] {
  if (closes.length === 0) return []
  const because = (reason: string): Missing[] => [{ field: 'backtest', reason }]
  if (pricing === null) {
    const [why] = listLacks(volatility.size > 0, volatilityMissing).filter(({ field }) => field === 'iv_history')
    return because(why?.reason ?? 'No past implied volatility is known for this period, so no premium can be modelled')
  }
  return result === null ? because('No call of this rule expired within the days that are known') : []
}

export function toWireBacktest({
  symbol,
  basis,
  rule,
  assumptions,
  result,
  buyWrite,
  missing,
  ...stamp
}: StockBacktest) {
  return {
    status: 'success' as const,
    symbol,
    basis,
    rule,
    assumptions: [...assumptions],
    result: result === null ? null : toWireResult(result),
    buy_write: buyWrite === null ? null : toWireResult(buyWrite),
    message: describeMissing(missing),
    ...toWireStamp(stamp),
  }
}

function toWireResult(result: Backtest) {
  return {
    from_date: result.from,
    to_date: result.to,
    calls: result.cycles.length,
    expired: result.expiredCount,
    assigned: result.assignedCount,
    profitable: result.profitableCount,
    ahead_of_holding: result.aheadCount,
    average_premium_pct: result.averagePremiumPct,
    covered_return_pct: result.coveredReturnPct,
    holding_return_pct: result.holdingReturnPct,
    covered_annual_pct: result.coveredAnnualPct,
    holding_annual_pct: result.holdingAnnualPct,
    worst_covered_pct: result.worstCoveredPct,
    worst_holding_pct: result.worstHoldingPct,
    uncovered_sessions: result.uncoveredSessions,
    cycles: result.cycles.map((cycle) => ({
      sold_on: cycle.soldOn,
      expiration_date: cycle.expiration,
      strike_price: cycle.strike,
      delta: cycle.delta,
      premium: cycle.premium,
      price_at_sale: cycle.priceAtSale,
      price_at_end: cycle.priceAtEnd,
      dividends: cycle.dividends,
      outcome: cycle.outcome,
      covered_return_pct: cycle.coveredReturnPct,
      holding_return_pct: cycle.holdingReturnPct,
    })),
  }
}
