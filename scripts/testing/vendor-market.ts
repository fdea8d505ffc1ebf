import { chooseSources } from '../../services/market-data/src/composition/choose-sources.ts'
import { guardSources } from '../../services/market-data/src/composition/guard-sources.ts'
import { joinFundamentals } from '../../services/market-data/src/composition/join-fundamentals.ts'
import { buildMarketData } from '../../services/market-data/src/composition/open-live-market.ts'
import { buildFactHandlers } from '../../services/market-data/src/facts/routes.ts'
import { createAccessTokens } from '../../services/market-data/src/providers/http/access-tokens.ts'
import { createLocalFiles } from '../../services/market-data/src/providers/http/vendor-files.ts'
import type { FundamentalsSource, MarketData, StockSplit } from '../../services/market-data/src/providers/provider.ts'
import {
  type ConfiguredProvider,
  capabilityNames,
  type UniverseMember,
} from '../../services/market-data/src/providers/provider-definition.ts'
import { buildRow, toStoredRow } from '../../services/screener/src/enrichment/build-row.ts'

/** Clock that moves only while a call waits for the rate limit. */
export interface SimulatedClock {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

export function startClock(startMs: number): SimulatedClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
  }
}

/** A `fetch` that stays within a rate limit by the simulated clock, as the service's limiter does by the real one. */
function createPacedFetch({ burst, perSecond }: CallLimit, { now, wait }: SimulatedClock): typeof fetch {
  const perMs = perSecond / 1_000
  let tokens = burst
  let filledAtMs = now()
  let last: Promise<unknown> = Promise.resolve()
  return (input, init) => {
    // One call at a time, or the server would count a call at the time of the calls that wait after it.
    const call = last.then(async () => {
      tokens = Math.min(burst, tokens + (now() - filledAtMs) * perMs) - 1
      filledAtMs = now()
      if (tokens < 0) await wait(Math.ceil(-tokens / perMs))
      // The real time of a slow test machine must not count as the vendor's.
      return fetch(input, { ...init, signal: null })
    })
    last = call.catch(() => undefined)
    return call
  }
}

/**
 * Opens a market on a vendor's provider and its guards, within the provider's rate limit. What the vendor does not have
 * comes from the recorded market, as do the time and the universe, so that every difference is the vendor's.
 */
export async function openThroughVendor(
  configured: ConfiguredProvider,
  recorded: MarketData,
  clock: SimulatedClock,
): Promise<MarketData> {
  const universe = (await recorded.reference.listUniverse()).value satisfies readonly UniverseMember[]
  const provider = configured.open({
    now: clock.now,
    reject: () => undefined,
    universe,
    timeoutMs: 10 * 60_000,
    files: createLocalFiles(configured.name),
    tokens: createAccessTokens(configured.name, clock.now),
    fetch: createPacedFetch(configured.limit, clock),
  })
  const { stamp } = provider
  const candidates = [{ name: 'vendor', stamp, sources: provider.capabilities }]
  const order = Object.fromEntries(capabilityNames.map((capability) => [capability, ['vendor']]))
  const splits = new Map<string, Promise<readonly StockSplit[]>>()
  const guarded = guardSources(chooseSources(candidates, order), {
    now: clock.now,
    reject: () => undefined,
    findLastQuote: async () => null,
    findSpot: async (symbol) => {
      const { value } = await market.quotes.findQuote(symbol)
      return value === null ? null : { priceUsd: value.lastPrice, isStale: false }
    },
    listSplits: (symbol) => {
      const known = splits.get(symbol) ?? market.splits.listSplits(symbol).then(({ value }) => value ?? [])
      splits.set(symbol, known)
      return known
    },
  })
  const { reference, clock: recordedClock } = recorded
  const fundamentals = joinWith(recorded.fundamentals, guarded.fundamentals)
  const bars = guarded.bars === undefined ? {} : { bars: withWholeHistory(guarded.bars) }
  const market: MarketData = buildMarketData(
    { ...recorded, ...guarded, ...bars, fundamentals, reference, clock: recordedClock },
    { revision: 'vendor', stamp, now: recordedClock.now, ping: async () => undefined },
  )
  return market
}

/** Like the product with another source of fundamentals, takes the figures that the vendor does not have from it. */
function joinWith(other: FundamentalsSource, vendor: FundamentalsSource | undefined): FundamentalsSource {
  if (vendor === undefined) return other
  return {
    findFundamentals: async (symbol) =>
      joinFundamentals([await vendor.findFundamentals(symbol), await other.findFundamentals(symbol)]),
  }
}

/** Like the store, also extends a series that the source publishes late by the bar of the session. */
function withWholeHistory({ listDailyBars, findLatestBar }: MarketData['bars']): MarketData['bars'] {
  return {
    async listDailyBars(symbol) {
      const answer = await listDailyBars(symbol)
      const latest = answer.value === null ? null : ((await findLatestBar?.(symbol))?.value ?? null)
      const isLater = latest !== null && latest.date > (answer.value?.at(-1)?.date ?? '')
      return isLater ? { ...answer, value: [...(answer.value ?? []), latest] } : answer
    },
  }
}

type StoredRow = ReturnType<typeof toStoredRow>

/**
 * Builds a stock's screener row as the first run of the service and the screener does, which leaves out the vendor's IV
 * ranks, with the figures rounded as they are stored.
 */
export async function readRow(market: MarketData, symbol: string): Promise<StoredRow> {
  const ask = buildFactHandlers(market)['marketData.facts']
  const facts = await ask({ params: { symbol }, query: { iv_rank: 'own' } } as Parameters<typeof ask>[0])
  return toStoredRow(buildRow(facts, { asOf: new Date(Number.NaN), past: { callVolumes: [], ratings: [] } }).row)
}

/** Fields that name the source of a row instead of describing the stock. */
const ORIGIN = new Set(['data_class', 'source', 'as_of', 'missing_reason'])

/** More digits than any screen shows. A stock price that the vendor rounds differently changes the sixth. */
const DIGITS = 5
const write = (value: unknown) =>
  JSON.stringify(value, (_key, part) => (typeof part === 'number' ? Number(part.toPrecision(DIGITS)) : part))

/** Names of the figures in which two rows of a stock differ. */
export function listDifferences(one: StoredRow, other: StoredRow): string[] {
  const names = (Object.keys(one) as (keyof StoredRow)[]).filter((name) => !ORIGIN.has(name))
  return names.filter((name) => write(one[name]) !== write(other[name]))
}
