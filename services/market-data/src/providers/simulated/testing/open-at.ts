import { openCalendar } from '../calendar.ts'
import { listCompanyNames } from '../companies/universe.ts'
import { openInterestRates } from '../interest-rates.ts'
import { type MarketMoment, readMoment } from '../moment.ts'
import { type OptionMarket, openOptionMarket } from '../options/chain.ts'
import { openExpirationCalendar } from '../options/expirations.ts'
import { openFactorPaths } from '../paths/factors.ts'
import { openShare, type Share } from '../paths/share.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../simulated-provider.ts'

export const SEED = 'callwright'

/** The market at one instant, through its public interface. */
export function openAt(instant: string, universe: 'large_cap' | 'extended' = 'large_cap'): SimulatedMarket {
  return openSimulatedMarket({ seed: SEED, universe, now: () => Date.parse(instant) })
}

/** Opens internal parts of the market, for tests of a single part. */
export function openMarketParts() {
  const calendar = openCalendar()
  const factors = openFactorPaths(SEED, calendar)
  const names = listCompanyNames(SEED, 'large_cap')
  const rates = openInterestRates(SEED)
  return {
    calendar,
    factors,
    rates,
    symbols: [...names.keys()],
    momentAt: (instant: string): MarketMoment => readMoment(calendar, Date.parse(instant)),
    share(symbol: string): Share {
      const identity = names.get(symbol)
      if (identity === undefined) throw new RangeError(`no company ${symbol}`)
      return openShare(SEED, calendar, factors, identity)
    },
    expirationsOf: (share: Share) => openExpirationCalendar(SEED, calendar, share.company),
    optionsAt: (share: Share, moment: MarketMoment): OptionMarket => openOptionMarket(share, moment, rates),
  }
}
