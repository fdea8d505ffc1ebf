import {
  addDays,
  type CompanyEvents,
  daysBetween,
  type ListedContract,
  newYorkCloseMs,
  type OptionType,
  type ScheduledDividend,
} from '../src/index.ts'
import { priceAmerican } from '../src/option-math/american/american.ts'

export const AS_OF = '2026-07-10'

export interface InventedMarket {
  readonly price: number
  readonly rate: number
  readonly dividends: readonly ScheduledDividend[]
  readonly asOfMs: number
  readonly nowMs?: number
}

export const MARKET: InventedMarket = { price: 100, rate: 0.0367, dividends: [], asOfMs: newYorkCloseMs(AS_OF) }

export const NO_EVENTS: CompanyEvents = { earnings: null, dividends: [], paysNoDividend: false }

export const inDays = (days: number) => addDays(AS_OF, days)

/** A contract with a good quote; each test overrides the figures it is about. */
export function quoted(change: Partial<ListedContract>): ListedContract {
  const { type = 'call', expiration = inDays(35), strike = 105 } = change
  const contractSymbol = `TEST${expiration.slice(2).replaceAll('-', '')}${type === 'call' ? 'C' : 'P'}${strike}`
  const quote = { bid: 1, ask: 1.1, last: 1.05, volume: 50, openInterest: 100, vendorGreeks: null }
  return { contractSymbol, type, expiration, strike, ...quote, ...change }
}

/** A chain of American options priced from a volatility surface, quoted half a spread around the model price. */
export function pricedChain(
  days: readonly number[],
  strikes: readonly number[],
  volAt: (strike: number, days: number) => number,
  { market = MARKET, halfSpread = 0.01 }: { market?: InventedMarket; halfSpread?: number } = {},
): ListedContract[] {
  const dividends = market.dividends.map(({ exDate, cash }) => ({ years: daysBetween(AS_OF, exDate) / 365, cash }))
  const types: readonly OptionType[] = ['call', 'put']
  return days.flatMap((count) =>
    strikes.flatMap((strike) =>
      types.map((type) => {
        const terms = { type, strike, spot: market.price, rate: market.rate, years: count / 365, dividends }
        const { price } = priceAmerican({ ...terms, vol: volAt(strike, count) })
        return quoted({ type, strike, expiration: inDays(count), bid: price - halfSpread, ask: price + halfSpread })
      }),
    ),
  )
}
