import type { StoredFundamentals } from '../storage/fact-stores.ts'
import { fetchFundamentals, mergeFundamentals, toFundamentalsAnswer } from '../storage/stored-facts.ts'
import { type JobDeps, listUniverseSymbols, type MarketJob, processItems } from './job-runner.ts'

const DAY_MS = 24 * 3_600_000
/** Interval between requests for a symbol while a whole-market list is also loaded daily. */
const WEEK_MS = 7 * DAY_MS

/**
 * Refreshes the universe's fundamentals. If a source has a whole-market list, it is loaded daily and each symbol is
 * requested weekly; otherwise, each symbol is requested daily.
 */
export const refreshFundamentals: MarketJob = {
  name: 'refresh-fundamentals',
  async run(deps, run) {
    const { store, sources, now } = deps
    const source = sources.fundamentals
    if (source === undefined) return 'idle'
    const symbols = await listUniverseSymbols(deps)
    const merged = await mergeMarket(deps, symbols)
    const maxAgeMs = source.listMarketFundamentals === undefined ? DAY_MS : WEEK_MS
    const unasked = await store.fundamentals.listUnaskedSince(symbols, new Date(now() - maxAgeMs))
    if (unasked.length === 0) return merged ? 'done' : 'idle'
    const { failed } = await processItems(unasked, run, async (symbol) => {
      await fetchFundamentals({ source, store, now }, symbol)
      return true
    })
    return failed > 0 ? 'incomplete' : 'done'
  },
}

/** Merges the whole-market list into the store; false if it was not due or no source has one. */
async function mergeMarket(deps: JobDeps, symbols: readonly string[]): Promise<boolean> {
  const { store, sources, hasOneFundamentalsSource, now } = deps
  const listMarket = sources.fundamentals?.listMarketFundamentals
  if (listMarket === undefined) return false
  const fetchedAt = new Date(now())
  const stored = new Map((await store.fundamentals.list(symbols)).map((row) => [row.symbol, row]))
  // The list updates every row it can, so a missing row is no reason to load the list again.
  const isCurrent = ({ fetchedAt: since }: StoredFundamentals) => fetchedAt.getTime() - since.getTime() < DAY_MS
  if (stored.size > 0 && [...stored.values()].every(isCurrent)) return false
  const market = await listMarket()
  if (market.size === 0) return false
  for (const symbol of symbols) {
    const row = stored.get(symbol)
    const listed = market.get(symbol)
    const known = row === undefined ? undefined : toFundamentalsAnswer(row)
    const answer = listed && known ? mergeFundamentals(listed, known) : (listed ?? known)
    if (answer === undefined) continue
    const askedAt = hasOneFundamentalsSource && listed !== undefined ? fetchedAt : (row?.askedAt ?? null)
    await store.fundamentals.save(symbol, answer, { askedAt, fetchedAt })
  }
  return true
}
