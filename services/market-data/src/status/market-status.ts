import type { FillProgress, MarketDataKind, MarketSource } from '@callwright/contracts'
import type { Handlers } from '@callwright/service'
import type { Config } from '../config.ts'
import { nameCapability } from '../doctor/report.ts'
import type { LiveMarketConfig } from '../live-market-config.ts'
import type { MarketData } from '../providers/provider.ts'
import { type CapabilityName, capabilityNames } from '../providers/provider-definition.ts'
import { nameProvider } from '../setup/offers.ts'
import type { MarketStore } from '../storage/market-store.ts'
import { findFinalMs, findFinalSession } from '../storage/series.ts'
import { toWireStamp } from '../wire.ts'
import type { SourceLog, SourceRecord } from './source-log.ts'

interface StatusDeps {
  readonly config: Config['market']
  readonly market: MarketData
  /** Null for a market that needs no store. */
  readonly store: MarketStore | null
  readonly log: SourceLog
  readonly now: () => number
}

/** Data that says nothing about stocks. */
const SILENT: ReadonlySet<CapabilityName> = new Set(['clock'])
const CHANGE = 'npm run setup'
const CHECK = 'npm run provider:doctor'
/** The jobs that store data run at every full and half hour. */
const UPDATE_EVERY_MS = 30 * 60_000
const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60

/** Describes the market's sources for any signed-in user. The answer contains no key and no address. */
export function buildStatusHandlers(deps: StatusDeps): Pick<Handlers<'market-data'>, 'marketData.status'> {
  const { config, market, now } = deps
  return {
    'marketData.status': async () => {
      const isLive = config.kind === 'live'
      const parts = isLive ? await describeLive(config, deps) : describeLocal(findKind(config.kind, market), market)
      const progress = isLive ? await measureProgress(deps) : []
      return {
        status: 'success' as const,
        ...parts,
        progress,
        next_update_at: isLive ? toInstant(Math.ceil((now() + 1) / UPDATE_EVERY_MS) * UPDATE_EVERY_MS) : null,
        notes: isLive ? [...config.notes] : [],
        commands: { change: CHANGE, check: CHECK },
        message: progress === null ? 'The database does not respond, so the progress is unknown.' : null,
        ...toWireStamp(market.stamp()),
      }
    },
  }
}

/** Kinds of data that a market can do without, since our own records and calculations replace them. */
const REPLACED: ReadonlySet<CapabilityName> = new Set(['ivHistory', 'ivRank'])

const listKinds = (findSources: (capability: CapabilityName) => readonly string[]): MarketDataKind[] =>
  capabilityNames
    .filter((capability) => !SILENT.has(capability))
    .map((kind) => ({ kind, label: nameCapability(kind), sources: [...findSources(kind)] }))
    .filter(({ kind, sources }) => sources.length > 0 || !REPLACED.has(kind))

async function describeLive({ providers, order }: LiveMarketConfig, { log, now }: StatusDeps) {
  const readRecord = await log.read()
  const sources = providers.map(({ name, limit }): MarketSource => {
    const record = readRecord(name)
    const { lastResponseMs, lastError, callsLeft, pausedUntilMs } = record
    const pausedUntil = pausedUntilMs !== null && pausedUntilMs > now() ? pausedUntilMs : null
    return {
      name,
      title: nameProvider(name),
      state: findState(record, pausedUntil),
      offers: capabilityNames
        .filter((capability) => !SILENT.has(capability) && order[capability]?.includes(name))
        .map(nameCapability),
      last_response_at: lastResponseMs === null ? null : toInstant(lastResponseMs),
      last_error: lastError === null ? null : { at: toInstant(lastError.atMs), message: lastError.detail },
      calls_left: callsLeft,
      calls_per_minute: Math.round(limit.perSecond * SECONDS_PER_MINUTE),
      paused_until: pausedUntil === null ? null : toInstant(pausedUntil),
    }
  })
  const data = listKinds((capability) => (order[capability] ?? []).map(nameProvider))
  return { kind: 'live' as const, sources, data }
}

function findState({ lastResponseMs, lastError }: SourceRecord, pausedUntilMs: number | null): MarketSource['state'] {
  const isErrorNewer = lastError !== null && lastError.atMs >= (lastResponseMs ?? 0)
  if (isErrorNewer && lastError.kind === 'unauthorized') return 'key_refused'
  if (pausedUntilMs !== null) return 'paused'
  if (isErrorNewer && (lastError.kind === 'unavailable' || lastError.kind === 'unreadable')) return 'failing'
  return lastResponseMs === null && lastError === null ? 'not_asked_yet' : 'working'
}

/** A pack of an invented or simulated market is not a recording of a real one. */
const findKind = (kind: 'simulated' | 'recorded', market: MarketData) =>
  market.stamp().dataClass === 'simulated' ? 'simulated' : kind

function describeLocal(kind: 'simulated' | 'recorded', market: MarketData) {
  const title = kind === 'simulated' ? 'Simulated market' : 'Recorded market'
  const data = listKinds((capability) => (market[capability] === undefined ? [] : [title]))
  const source: MarketSource = {
    name: kind,
    title,
    state: 'working',
    offers: data.filter(({ sources }) => sources.length > 0).map(({ label }) => label),
    last_response_at: null,
    last_error: null,
    calls_left: null,
    calls_per_minute: null,
    paused_until: null,
  }
  return { kind, sources: [source], data }
}

/** How many symbols of the universe have each kind of stored data; null if the store does not respond. */
async function measureProgress({ market, store, now }: StatusDeps): Promise<FillProgress[] | null> {
  if (store === null) return []
  const universe = await market.reference.listUniverse().catch(() => null)
  if (universe === null) return null
  const symbols = universe.value.map(({ symbol }) => symbol)
  const final = findFinalSession(now())
  return store.attempt(async () => {
    const [behind, unasked, { unrecorded }] = await Promise.all([
      store.bars.listBehind(symbols, final, new Date(findFinalMs(final))),
      store.fundamentals.listUnaskedSince(symbols, new Date(0)),
      store.volatilities.readSession(symbols, final),
    ])
    const progress = (label: string, left: readonly unknown[]) => ({
      label,
      done: symbols.length - left.length,
      total: symbols.length,
    })
    return [
      progress('Daily bars', behind),
      progress('Fundamentals', unasked),
      progress('Volatility of the last session', unrecorded),
    ]
  })
}

function toInstant(ms: number): string {
  return new Date(Math.floor(ms / MS_PER_SECOND) * MS_PER_SECOND).toISOString()
}
