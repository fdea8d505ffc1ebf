import type { Logger, ServiceClient } from '@callwright/service'

/** Reads the stocks that users follow: those on a list and those in a portfolio. */
export type ReadFollowed = () => Promise<ReadonlySet<string>>

/** A source that is unavailable counts as empty, because a run in another order is better than none. */
export function createFollowedReader(deps: {
  readonly watchlists: { listAllSymbols(): Promise<readonly string[]> }
  readonly portfolio: ServiceClient
  readonly log: Logger
}): ReadFollowed {
  const { watchlists, portfolio, log } = deps
  const orNone = async (reading: Promise<readonly string[]>) => {
    try {
      return await reading
    } catch (error) {
      log.warn({ err: error }, 'enrichment.followed_unknown')
      return []
    }
  }
  const readHeld = async () => (await portfolio.call('portfolio.heldSymbols')).symbols
  return async () => new Set((await Promise.all([orNone(readHeld()), orNone(watchlists.listAllSymbols())])).flat())
}

/** Puts the followed symbols first and keeps the order within both groups. */
export const followedFirst = (symbols: readonly string[], followed: ReadonlySet<string>): string[] => [
  ...symbols.filter((symbol) => followed.has(symbol)),
  ...symbols.filter((symbol) => !followed.has(symbol)),
]
