import type { FailureKind } from '../providers/http/provider-failure.ts'

/** A provider's recent responses. Times are in milliseconds; null means never. */
export interface SourceRecord {
  readonly lastResponseMs: number | null
  readonly lastError: { readonly atMs: number; readonly kind: FailureKind; readonly detail: string } | null
  /** Calls that can be made at once; null before the first call. */
  readonly callsLeft: number | null
  readonly pausedUntilMs: number | null
}

/** The part of Redis that shares the records among replicas. */
export interface SharedRecords {
  hset(key: string, field: string, value: string): Promise<unknown>
  hgetall(key: string): Promise<Readonly<Record<string, string>>>
}

export type SourceLog = ReturnType<typeof createSourceLog>

const NOTHING: SourceRecord = { lastResponseMs: null, lastError: null, callsLeft: null, pausedUntilMs: null }
const KEY = 'market-data:sources'
/** How soon a process shares a change, together with the changes until then. */
const SHARE_AFTER_MS = 500

interface SourceLogDeps {
  readonly now: () => number
  /** Null keeps the records in this process. */
  readonly shared: SharedRecords | null
}

/**
 * Remembers each provider's last response, last failure and calls left. Replicas share their records through Redis;
 * without it, each process knows only its own.
 */
export function createSourceLog({ now, shared }: SourceLogDeps) {
  const records = new Map<string, SourceRecord>()
  const unshared = new Set<string>()

  function note(provider: string, change: Partial<SourceRecord>): void {
    records.set(provider, { ...NOTHING, ...records.get(provider), ...change })
    if (shared === null || unshared.has(provider)) return
    unshared.add(provider)
    setTimeout(() => {
      unshared.delete(provider)
      // The record stays in this process if Redis is down.
      shared.hset(KEY, provider, JSON.stringify(records.get(provider))).catch(() => undefined)
    }, SHARE_AFTER_MS).unref()
  }

  return {
    noteResponse: (provider: string) => note(provider, { lastResponseMs: now() }),
    noteFailure: (provider: string, kind: FailureKind, detail: string) =>
      note(provider, { lastError: { atMs: now(), kind, detail } }),
    noteCallsLeft: (provider: string, callsLeft: number) => note(provider, { callsLeft }),
    notePause: (provider: string, forMs: number) => note(provider, { pausedUntilMs: now() + forMs }),
    /** Reads a record per provider: the newest of what this process and the others know. */
    async read(): Promise<(provider: string) => SourceRecord> {
      const others = shared === null ? {} : await shared.hgetall(KEY).catch(() => ({}))
      return (provider) => {
        const own = records.get(provider) ?? NOTHING
        const other = parseRecord((others as Readonly<Record<string, string>>)[provider])
        return other === null ? own : mergeRecords(own, other)
      }
    },
  }
}

function parseRecord(text: string | undefined): SourceRecord | null {
  if (text === undefined) return null
  try {
    return { ...NOTHING, ...(JSON.parse(text) as SourceRecord) }
  } catch {
    return null
  }
}

function mergeRecords(own: SourceRecord, other: SourceRecord): SourceRecord {
  const newest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
  const isOtherNewer = (other.lastResponseMs ?? 0) > (own.lastResponseMs ?? 0)
  return {
    lastResponseMs: newest(own.lastResponseMs, other.lastResponseMs),
    lastError: (other.lastError?.atMs ?? 0) > (own.lastError?.atMs ?? 0) ? other.lastError : own.lastError,
    callsLeft: own.callsLeft === null || isOtherNewer ? (other.callsLeft ?? own.callsLeft) : own.callsLeft,
    pausedUntilMs: newest(own.pausedUntilMs, other.pausedUntilMs),
  }
}
