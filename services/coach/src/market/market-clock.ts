import type { Success } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import { readStamp, type StampedAnswer } from '../tools/tool.ts'
import type { ListedStock } from '../turn/types.ts'

/** The market's source changes only when market-data restarts. */
const CACHE_MS = 60_000
const TIMEOUT_MS = 1_500

export interface MarketState {
  readonly asOf: string
  readonly source: string | null
  readonly delayMinutes: number | null
  /** The market's label in page footers. */
  readonly label: string
  /** Empty while market-data is unreachable. */
  readonly listed: readonly ListedStock[]
}

interface ClockDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
  readonly now: () => number
}

interface CachedMarket {
  readonly stamp: Pick<Success<'marketData.universe'>, 'as_of' | 'data_class' | 'source'>
  readonly listed: readonly ListedStock[]
  readonly atMs: number
}

const NOTHING_LISTED: readonly ListedStock[] = []

/** Reads the market and its current time. A recorded market has a fixed time; all others use the wall clock. */
export function createMarketClock({ marketData, log, now }: ClockDeps) {
  let cached: CachedMarket | null = null

  /** Returns the same list object while the stocks stay the same, because caches use that object as their key. */
  const reuseListed = (symbols: readonly ListedStock[]): readonly ListedStock[] => {
    const before = cached?.listed
    const isSame =
      before?.length === symbols.length &&
      symbols.every(({ symbol, name }, index) => before[index]?.symbol === symbol && before[index]?.name === name)
    return isSame && before !== undefined ? before : symbols.map(({ symbol, name }) => ({ symbol, name }))
  }

  async function refresh(requestId: string): Promise<void> {
    try {
      const { as_of, data_class, source, symbols } = await marketData.call('marketData.universe', {
        timeoutMs: TIMEOUT_MS,
        requestId,
      })
      cached = { stamp: { as_of, data_class, source }, listed: reuseListed(symbols), atMs: now() }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'market.unreachable')
    }
  }

  return async (requestId: string): Promise<MarketState> => {
    if (cached === null || now() - cached.atMs >= CACHE_MS) await refresh(requestId)
    if (cached === null) {
      return {
        asOf: new Date(now()).toISOString(),
        source: null,
        delayMinutes: null,
        label: 'No market data right now',
        listed: NOTHING_LISTED,
      }
    }
    const { stamp, listed } = cached
    return {
      asOf: stamp.data_class === 'recorded' ? stamp.as_of : new Date(now()).toISOString(),
      source: stamp.source,
      delayMinutes: readStamp([stamp]).delay_minutes,
      label: describeMarket(stamp),
      listed,
    }
  }
}

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' })

function describeMarket({ as_of, data_class: dataClass, source }: StampedAnswer): string {
  const delay = readStamp([{ as_of, data_class: dataClass, source }]).delay_minutes
  switch (dataClass) {
    case 'simulated':
      return 'Simulated market: not real prices'
    case 'recorded':
      return as_of === null ? 'Recorded market' : `Recorded market of ${dayFormat.format(new Date(as_of))}`
    case 'delayed':
      return delay === null ? `${source}, delayed` : `${source}, delayed ${delay} minutes`
    case 'indicative':
      return `${source}, indicative option quotes${delay === null ? '' : `, delayed ${delay} minutes`}`
    case 'live':
      return `${source}, live`
    case 'closed':
      return `${source}, last session`
    case 'stale':
      return `${source}, last known figures`
    case 'none':
      return 'No market data right now'
  }
}
