import type { SymbolFacts } from '@callwright/contracts'
import type { Handlers } from '@callwright/service'
import type { DailyBar, Fundamentals, MarketData, OptionQuote } from '../providers/provider.ts'
import { toWireStamp } from '../wire.ts'
import { collectFacts, type Facts } from './facts.ts'

const DEFAULT_MAX_DAYS = 75

export function buildFactHandlers(market: MarketData): Pick<Handlers<'market-data'>, 'marketData.facts'> {
  return {
    'marketData.facts': async ({ params, query }) =>
      toWireFacts(await collectFacts(market, params.symbol, query.max_days ?? DEFAULT_MAX_DAYS)),
  }
}

function toWireFacts(facts: Facts): SymbolFacts {
  const { listed, contracts } = facts
  return {
    symbol: listed.symbol,
    name: listed.name,
    sector: listed.sector,
    ...toWireStamp(facts),
    price: facts.priceUsd,
    bars: toColumns(facts.bars),
    chain: contracts === null ? null : toChainColumns(contracts),
    rate: facts.rate,
    dividends: facts.dividends.map(({ exDate, cashUsd }) => ({ ex_date: exDate, cash_amount: cashUsd })),
    iv_history: facts.ivHistory.map(({ date, impliedVolatility }) => ({ date, implied_volatility: impliedVolatility })),
    earnings_date: facts.earningsDate,
    fundamentals: toWireFundamentals(facts.fundamentals),
    missing: facts.missing.map(({ field, reason }) => ({ field, reason })),
  }
}

function toColumns(bars: readonly DailyBar[]): SymbolFacts['bars'] {
  return {
    date: bars.map(({ date }) => date),
    high: bars.map(({ high }) => high),
    low: bars.map(({ low }) => low),
    close: bars.map(({ close }) => close),
    volume: bars.map(({ volume }) => volume),
  }
}

function toChainColumns(contracts: readonly OptionQuote[]): NonNullable<SymbolFacts['chain']> {
  return {
    contract_symbol: contracts.map(({ contractSymbol }) => contractSymbol),
    expiration_date: contracts.map(({ expiration }) => expiration),
    type: contracts.map(({ type }) => type),
    strike: contracts.map(({ strike }) => strike),
    bid: contracts.map(({ bid }) => bid),
    ask: contracts.map(({ ask }) => ask),
    volume: contracts.map(({ volume }) => volume),
    open_interest: contracts.map(({ openInterest }) => openInterest),
  }
}

function toWireFundamentals(fundamentals: Fundamentals): SymbolFacts['fundamentals'] {
  return {
    market_cap: fundamentals.marketCapUsd,
    net_margin: fundamentals.netMarginPct,
    debt_to_equity: fundamentals.debtToEquity,
    negative_equity: fundamentals.negativeEquity,
    dividend_yield: fundamentals.dividendYieldPct,
    credit_rating: fundamentals.creditRating,
  }
}
