import type { ChainRow, Expiration, Success } from '@callwright/contracts'
import { readFreshness } from './read-freshness.ts'
import type { Freshness } from './screen.ts'

export type OptionSide = 'call' | 'put'
export type Moneyness = ChainRow['moneyness']
/** Which best-call rules a call passes, leaving aside its days to expiration. */
export type CallLiquidity = NonNullable<ChainRow['best_call_liquidity']>
export type ContractFlag = ChainRow['flags'][number]

/**
 * One contract in a chain (D19). Prices are in dollars per share, volatility is an annualized decimal, `…Pct` fields
 * are 0-100, and probabilities are 0-1.
 */
export interface OptionContract {
  readonly contractSymbol: string
  readonly side: OptionSide
  readonly strike: number
  readonly bid: number | null
  /** Premium for selling the call: the bid. Null if a bid of 0 does not count as a price (D55). */
  readonly premium: number | null
  readonly ask: number | null
  readonly mid: number | null
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number | null
  readonly vol: number | null
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
  readonly moneyness: Moneyness
  /** True if the delta is between 0.15 and 0.25. */
  readonly inTarget: boolean
  /** Null for a put and for a call that fails any best-call rule. */
  readonly bestCallLiquidity: CallLiquidity | null
  readonly annualizedYieldPct: number | null
  readonly timeValue: number | null
  /** Percent over the option's term, not annualized. */
  readonly timeValueYieldPct: number | null
  readonly annualizedTimeValueYieldPct: number | null
  readonly ifCalledReturnPct: number | null
  readonly breakeven: number | null
  readonly probabilityItm: number | null
  readonly probabilityProfit: number | null
  readonly probabilityTouch: number | null
  readonly flags: readonly ContractFlag[]
}

export interface CashDividend {
  readonly exDate: string
  readonly cash: number
  /** True if the dividend has not been declared yet. It is used to price options, but is not counted as income. */
  readonly estimated: boolean
}

/** Contracts for one expiration, by ascending strike, with the inputs that they were priced with. */
export interface OptionChain {
  readonly symbol: string
  /** Null if the stock has no expirations. */
  readonly expiration: string | null
  readonly days: number | null
  readonly price: number | null
  /** Expected move through expiration, in dollars per share. */
  readonly expectedMove: number | null
  readonly model: string | null
  /** Continuously compounded interest rate, as an annualized decimal. */
  readonly rate: number
  readonly rateSource: string
  /** Dividends that will lower the stock price before expiration. */
  readonly dividends: readonly CashDividend[]
  /** ISO time when the quotes were taken. */
  readonly quotedAt: string | null
  /** Current market time. */
  readonly marketTime: string
  readonly earningsDate: string | null
  readonly exDividendDate: string | null
  readonly contracts: readonly OptionContract[]
  readonly message: string | null
  readonly freshness: Freshness
}

export interface OptionExpiration {
  readonly date: string
  readonly display: string
  readonly days: number
  readonly kind: Expiration['type']
  /** Whether earnings are due before expiration; null if the date is unknown. */
  readonly earningsBefore: boolean | null
  readonly exDividendBefore: boolean | null
  readonly note: string | null
}

export interface OptionExpirations {
  /** The symbol as the market spells it. */
  readonly symbol: string
  readonly expirations: readonly OptionExpiration[]
  readonly message: string | null
  readonly freshness: Freshness
}

export function readContract(row: ChainRow): OptionContract {
  return {
    contractSymbol: row.contract_symbol,
    side: row.type,
    strike: row.strike,
    bid: row.bid,
    premium: row.bid === 0 && row.annualized_yield_pct === null ? null : row.bid,
    ask: row.ask,
    mid: row.mid,
    last: row.last,
    volume: row.volume,
    openInterest: row.open_interest,
    vol: row.implied_volatility,
    delta: row.delta,
    gamma: row.gamma,
    theta: row.theta,
    vega: row.vega,
    rho: row.rho,
    moneyness: row.moneyness,
    inTarget: row.in_target,
    bestCallLiquidity: row.best_call_liquidity,
    annualizedYieldPct: row.annualized_yield_pct,
    timeValue: row.time_value,
    timeValueYieldPct: row.time_value_yield_pct,
    annualizedTimeValueYieldPct: row.annualized_time_value_yield_pct,
    ifCalledReturnPct: row.if_called_return_pct,
    breakeven: row.breakeven,
    probabilityItm: row.probability_itm,
    probabilityProfit: row.probability_profit,
    probabilityTouch: row.probability_touch,
    flags: row.flags,
  }
}

export function readChain(wire: Success<'options.chain'>): OptionChain {
  return {
    symbol: wire.symbol,
    expiration: wire.expiration_date,
    days: wire.days_to_expiration,
    price: wire.current_price,
    expectedMove: wire.expected_move,
    model: wire.model,
    rate: wire.rate,
    rateSource: wire.rate_source,
    dividends: wire.dividends.map(({ ex_date: exDate, cash_amount: cash, estimated }) => ({ exDate, cash, estimated })),
    quotedAt: wire.quote_time,
    marketTime: wire.market_time,
    earningsDate: wire.earnings_date,
    exDividendDate: wire.ex_dividend_date,
    contracts: wire.options.map(readContract),
    message: wire.message,
    freshness: readFreshness(wire),
  }
}

export function readExpirations(wire: Success<'options.expirations'>): OptionExpirations {
  const expirations = wire.expirations.map((row) => ({
    date: row.date,
    display: row.display,
    days: row.days_to_expiration,
    kind: row.type,
    earningsBefore: row.earnings_before,
    exDividendBefore: row.ex_dividend_before,
    note: row.note,
  }))
  return { symbol: wire.symbol, expirations, message: wire.message, freshness: readFreshness(wire) }
}
