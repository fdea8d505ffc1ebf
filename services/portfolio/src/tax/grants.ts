import { type GrantFacts, type IsoDate, previousTradingDay } from '@callwright/scoring'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'

/** A call that is written. */
export type WrittenCall = Pick<GrantFacts, 'symbol' | 'day' | 'expiration'>

export type ReadGrant = (
  call: WrittenCall,
  moment: { readonly today: IsoDate; readonly requestId: string },
) => Promise<GrantFacts | null>

/** Short, because a call can be recorded without these facts. */
const TIMEOUT_MS = 1_000

/**
 * Reads the facts that the tax view will need about a call written today (L52). Null for calls of earlier days, whose
 * listed strikes are not known any more, and while market-data is unavailable.
 */
export function createGrantReader({
  marketData,
  log,
}: {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly log: Logger
}): ReadGrant {
  return async ({ symbol, day, expiration }, { today, requestId }) => {
    if (day !== today) return null
    const before = previousTradingDay(day)
    const body = { contracts: [], close_dates: [before], open_dates: [day], strikes_of: expiration }
    try {
      const call = { params: { symbol }, body, timeoutMs: TIMEOUT_MS, requestId }
      const { closes, opens = [], strikes = [] } = await marketData.call('marketData.contractQuotes', call)
      return {
        symbol,
        day,
        expiration,
        priorClose: closes.find(({ date }) => date === before)?.close ?? null,
        open: opens.find(({ date }) => date === day)?.open ?? null,
        listedStrikes: strikes,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error, symbol }, 'grant.not_read')
      return null
    }
  }
}
