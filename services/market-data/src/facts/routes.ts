import type { SymbolFacts } from '@callwright/contracts'
import type { Handlers } from '@callwright/service'
import type { DailyBar, MarketData, OptionQuote } from '../providers/provider.ts'
import { toWireStamp } from '../wire.ts'
import { collectFacts, type Facts } from './facts.ts'

type ChainColumns = NonNullable<SymbolFacts['chain']>

export function buildFactHandlers(market: MarketData): Pick<Handlers<'market-data'>, 'marketData.facts'> {
  return {
    'marketData.facts': async ({ params, query }) =>
      toWireFacts(
        await collectFacts(market, params.symbol, {
          withChain: query.chain !== 'none',
          withVendorIvRank: query.chain !== 'none' && query.iv_rank !== 'own',
        }),
      ),
  }
}

function toWireFacts(facts: Facts): SymbolFacts {
  const { listed, chain } = facts
  return {
    symbol: listed.symbol,
    name: listed.name,
    sector: listed.sector,
    ...toWireStamp(facts),
    market_time: new Date(facts.nowMs).toISOString(),
    price: facts.priceUsd,
    bars: toBarColumns(facts.bars),
    chain: chain.contracts === null ? null : toChainColumns(chain.contracts),
    quoted_at: chain.quotedAtMs === null ? null : new Date(chain.quotedAtMs).toISOString(),
    underlying_price: chain.underlyingPriceUsd,
    rate: facts.rate,
    expiration_rates: facts.expirationRates.map(({ date, rate }) => ({ date, rate })),
    dividends: facts.dividends.map(({ exDate, cash, estimated = false }) => ({
      ex_date: exDate,
      cash_amount: cash,
      estimated,
    })),
    iv_history: facts.ivHistory.map(({ date, impliedVolatility }) => ({ date, implied_volatility: impliedVolatility })),
    vendor_iv_rank: facts.vendorIvRank,
    earnings_date: facts.earnings?.date ?? null,
    earnings_session: facts.earnings?.session ?? null,
    fundamentals: toWireFundamentals(facts),
    missing: facts.missing.map(({ field, reason }) => ({ field, reason })),
  }
}

function toBarColumns(bars: readonly DailyBar[]): SymbolFacts['bars'] {
  const columns: SymbolFacts['bars'] = { date: [], high: [], low: [], close: [], volume: [] }
  for (const { date, high, low, close, volume } of bars) {
    columns.date.push(date)
    columns.high.push(high)
    columns.low.push(low)
    columns.close.push(close)
    columns.volume.push(volume)
  }
  return columns
}

function toChainColumns(contracts: readonly OptionQuote[]): ChainColumns {
  const columns: ChainColumns = {
    contract_symbol: [],
    expiration_date: [],
    type: [],
    strike: [],
    bid: [],
    ask: [],
    volume: [],
    open_interest: [],
  }
  for (const { contractSymbol, expiration, type, strike, bid, ask, volume, openInterest } of contracts) {
    columns.contract_symbol.push(contractSymbol)
    columns.expiration_date.push(expiration)
    columns.type.push(type)
    columns.strike.push(strike)
    columns.bid.push(bid)
    columns.ask.push(ask)
    columns.volume.push(volume)
    columns.open_interest.push(openInterest)
  }
  return columns
}

function toWireFundamentals({
  fundamentals,
  marketCap,
}: Pick<Facts, 'fundamentals' | 'marketCap'>): SymbolFacts['fundamentals'] {
  return {
    market_cap: marketCap?.usd ?? null,
    market_cap_shares_date: marketCap?.sharesAsOf ?? null,
    net_margin: fundamentals.netMarginPct,
    debt_to_equity: fundamentals.debtToEquity,
    negative_equity: fundamentals.negativeEquity,
    dividend_yield: fundamentals.dividendYieldPct,
    credit_rating: fundamentals.creditRating,
  }
}
