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

interface Listed {
  readonly market: MarketStamp
  readonly heardAtMs: number
}

/** The market in use, as its list of stocks says. */
export type MarketStamp = Pick<ContractQuotes, 'as_of' | 'data_class' | 'source'>

export interface MarketMoment {
  readonly asOfMs: number
  /** Null where the answers themselves say of which market they are, and while it cannot be heard. */
  readonly market: MarketStamp | null
}

export type MarketClock = ReturnType<typeof createMarketClock>

/** Now, by the market (D3). The clock of a recorded market stands still; that of any other is the wall's. */
export function createMarketClock({ marketData, log, now }: ClockDeps) {
  /** Where the clock stands; null where it goes with the wall's. */
  let standsAtMs: number | null = null
  let listed: Listed | null = null

  function hear(instant: string, dataClass: ContractQuotes['data_class']): void {
    // An answer without figures, or with old ones, does not tell one kind of market from another.
    if (dataClass === 'none' || dataClass === 'stale') return
    standsAtMs = dataClass === 'recorded' ? Date.parse(instant) : null
  }

  const readLast = () => standsAtMs ?? now()

  async function listen(requestId: string): Promise<void> {
    try {
      const universe = await marketData.call('marketData.universe', { timeoutMs: TIMEOUT_MS, requestId })
      const { as_of, data_class, source } = universe
      hear(as_of, data_class)
      listed = { market: { as_of, data_class, source }, heardAtMs: now() }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      listed = null
      log.debug({ err: error }, 'clock.unheard')
    }
  }

  return {
    /** The latest instant of these answers; without one, by what was last heard. */
    read(answers: readonly ContractQuotes[]): MarketMoment {
      const latest = answers.toSorted((a, b) => Date.parse(b.market_time) - Date.parse(a.market_time))[0]
      if (latest === undefined) return { asOfMs: readLast(), market: null }
      hear(latest.market_time, latest.data_class)
      return { asOfMs: Date.parse(latest.market_time), market: null }
    },
    /** For a list that asks about no stock. */
    async ask(requestId: string): Promise<MarketMoment> {
      if (listed === null || now() - listed.heardAtMs >= HEARD_MS) await listen(requestId)
      return { asOfMs: readLast(), market: listed?.market ?? null }
    },
  }
}
