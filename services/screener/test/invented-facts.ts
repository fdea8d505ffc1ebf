import type { SymbolFacts } from '@callwright/contracts'
import { addDays, priceEuropean } from '@callwright/scoring'

export const INVENTED_DAY = '2026-07-10'
export const INVENTED_AS_OF = '2026-07-10T20:00:00.000Z'
export const INVENTED_SOURCE = 'invented market'
const RATE = 0.04
const BARS = 120

/** Invents a symbol's facts deterministically: the symbol's name determines its price and volatility. */
export function inventFacts(symbol: string): SymbolFacts {
  const seed = [...symbol].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7)
  const price = 20 + (seed % 200)
  const vol = 0.2 + (seed % 50) / 100
  return {
    symbol,
    name: `${symbol} Invented`,
    sector: seed % 2 === 0 ? 'Industrials' : 'Energy',
    as_of: INVENTED_AS_OF,
    data_class: 'recorded',
    source: INVENTED_SOURCE,
    cache_status: 'miss',
    market_time: INVENTED_AS_OF,
    price,
    bars: inventBars(price, seed),
    chain: inventChain(symbol, price, vol),
    quoted_at: INVENTED_AS_OF,
    underlying_price: null,
    rate: RATE,
    expiration_rates: [],
    dividends: [],
    iv_history: [],
    vendor_iv_rank: null,
    earnings_date: null,
    earnings_session: null,
    fundamentals: {
      market_cap_shares_date: null,
      market_cap: 1e9 * (1 + (seed % 900)),
      net_margin: seed % 30,
      debt_to_equity: 0.5,
      negative_equity: false,
      dividend_yield: 1,
      credit_rating: null,
    },
    missing: [],
  }
}

function inventBars(price: number, seed: number): SymbolFacts['bars'] {
  const wave = (index: number) => (index === BARS - 1 ? 0 : 0.02 * Math.sin(seed + index))
  const close = Array.from({ length: BARS }, (_, index) => price * (1 + wave(index)))
  return {
    date: close.map((_, index) => addDays(INVENTED_DAY, index - BARS + 1)),
    high: close.map((value) => value * 1.01),
    low: close.map((value) => value * 0.99),
    close,
    volume: close.map(() => 2_000_000),
  }
}

function inventChain(symbol: string, spot: number, vol: number): NonNullable<SymbolFacts['chain']> {
  const rows = [21, 35, 49].flatMap((days) =>
    [0.9, 0.95, 1, 1.05, 1.08, 1.1, 1.15, 1.2].flatMap((ratio) =>
      (['call', 'put'] as const).map((type) => {
        const strike = Math.round(spot * ratio * 2) / 2
        const mid = priceEuropean({ type, spot, strike, years: days / 365, rate: RATE, vol })
        return { days, type, strike, mid }
      }),
    ),
  )
  return {
    contract_symbol: rows.map(({ days, type, strike }) => {
      const day = addDays(INVENTED_DAY, days).slice(2).replaceAll('-', '')
      return `${symbol}${day}${type === 'call' ? 'C' : 'P'}${String(strike * 1_000).padStart(8, '0')}`
    }),
    expiration_date: rows.map(({ days }) => addDays(INVENTED_DAY, days)),
    type: rows.map(({ type }) => type),
    strike: rows.map(({ strike }) => strike),
    bid: rows.map(({ mid }) => mid * 0.98),
    ask: rows.map(({ mid }) => mid * 1.02),
    volume: rows.map(() => 10),
    open_interest: rows.map(() => 200),
  }
}
