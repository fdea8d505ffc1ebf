import type { ContractQuotes } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'

/** Time for which the market is cached; its source changes only when market-data restarts. */
const MAX_AGE_MS = 60_000
const TIMEOUT_MS = 1_000

interface ClockDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
  /** System clock, in milliseconds. */
  readonly now: () => number
}

interface Listed {
  readonly market: MarketStamp
  readonly readAtMs: number
}

/** The market in use, according to the list of stocks. */
type MarketStamp = Pick<ContractQuotes, 'as_of' | 'data_class' | 'source'>

export interface MarketMoment {
  readonly asOfMs: number
  /** Null if the quotes already name the market, or while market-data is unavailable. */
  readonly market: MarketStamp | null
}

export type MarketClock = ReturnType<typeof createMarketClock>

/**
 * Reads the market's current time (D3), which is fixed for a recorded market. Any other market uses the system clock.
 */
export function createMarketClock({ marketData, log, now }: ClockDeps) {
  /** Fixed time of a recorded market; null for the system clock. */
  let fixedAtMs: number | null = null
  let listed: Listed | null = null

  function update(instant: string, dataClass: ContractQuotes['data_class']): void {
    // The class of missing or stale data doesn't show which kind of market this is.
    if (dataClass === 'none' || dataClass === 'stale') return
    fixedAtMs = dataClass === 'recorded' ? Date.parse(instant) : null
  }

  const readLast = () => fixedAtMs ?? now()

  async function refresh(requestId: string): Promise<void> {
    try {
      const universe = await marketData.call('marketData.universe', { timeoutMs: TIMEOUT_MS, requestId })
      const { as_of, data_class, source } = universe
      update(as_of, data_class)
      listed = { market: { as_of, data_class, source }, readAtMs: now() }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      listed = null
      log.debug({ err: error }, 'clock.unreachable')
    }
  }

  return {
    /** Latest time among these quotes or, without quotes, the last known time. */
    read(answers: readonly ContractQuotes[]): MarketMoment {
      const latest = answers.toSorted((a, b) => Date.parse(b.market_time) - Date.parse(a.market_time))[0]
      if (latest === undefined) return { asOfMs: readLast(), market: null }
      update(latest.market_time, latest.data_class)
      return { asOfMs: Date.parse(latest.market_time), market: null }
    },
    /** Market's current time when there are no quotes to take it from, as in an empty portfolio. */
    async ask(requestId: string): Promise<MarketMoment> {
      if (listed === null || now() - listed.readAtMs >= MAX_AGE_MS) await refresh(requestId)
      return { asOfMs: readLast(), market: listed?.market ?? null }
    },
  }
}
