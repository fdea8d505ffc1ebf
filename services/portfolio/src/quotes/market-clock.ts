import type { ContractQuotes } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'

/** So long what was heard of the clock holds: a market changes its source only with its service. */
const HEARD_MS = 60_000
const TIMEOUT_MS = 1_000

interface ClockDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
  /** The clock on the wall, in milliseconds. */
  readonly now: () => number
}

interface Heard {
  /** Where the clock stands; null where it goes with the wall's. */
  readonly standsAtMs: number | null
  readonly heardAtMs: number
}

export type MarketClock = ReturnType<typeof createMarketClock>

/** Now, by the market (D3). The clock of a recorded market stands still; that of any other is the wall's. */
export function createMarketClock({ marketData, log, now }: ClockDeps) {
  let heard: Heard | null = null

  function hear(instant: string, dataClass: ContractQuotes['data_class']): void {
    // An answer without figures does not say whose market it is.
    if (dataClass === 'none') return
    heard = { standsAtMs: dataClass === 'recorded' ? Date.parse(instant) : null, heardAtMs: now() }
  }

  const readLast = () => heard?.standsAtMs ?? now()

  async function listen(requestId: string): Promise<void> {
    try {
      const universe = await marketData.call('marketData.universe', { timeoutMs: TIMEOUT_MS, requestId })
      hear(universe.as_of, universe.data_class)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'clock.unheard')
    }
  }

  return {
    /** The latest instant of these answers; without one, by what was last heard. */
    read(answers: readonly ContractQuotes[]): number {
      const latest = answers.toSorted((a, b) => Date.parse(b.market_time) - Date.parse(a.market_time))[0]
      if (latest === undefined) return readLast()
      hear(latest.market_time, latest.data_class)
      return Date.parse(latest.market_time)
    },
    /** For a list that asks about no stock. */
    async ask(requestId: string): Promise<number> {
      if (heard === null || now() - heard.heardAtMs >= HEARD_MS) await listen(requestId)
      return readLast()
    },
  }
}
