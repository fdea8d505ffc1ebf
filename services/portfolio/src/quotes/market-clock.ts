import type { ContractQuotes } from '@callwright/contracts'

/** The clock of a market that stands still, or keeps hours of its own: no clock on a wall stands in for it. */
const OWN_CLOCK: readonly ContractQuotes['data_class'][] = ['recorded', 'simulated']

/**
 * Now, by the market (D3): the latest instant of these answers. Without one it is what the last answer said where the
 * market keeps a time of its own, else the wall's.
 */
export function createMarketClock(now: () => number) {
  let lastOwnMs: number | null = null
  return (answers: readonly ContractQuotes[]): number => {
    const latest = answers.toSorted((a, b) => Date.parse(b.market_time) - Date.parse(a.market_time))[0]
    if (latest === undefined) return lastOwnMs ?? now()
    const latestMs = Date.parse(latest.market_time)
    lastOwnMs = OWN_CLOCK.includes(latest.data_class) ? latestMs : null
    return latestMs
  }
}
