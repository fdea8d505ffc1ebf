import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { dataClasses } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import type { Missing } from '../providers/provider.ts'
import { sourceRequests } from '../providers/source-requests.ts'
import type { CachedAnswer } from './answer-lifetimes.ts'

/** Bump when the shape of an answer changes; older entries are then treated as misses. */
const VERSION = 1
/**
 * Entries longer than this are compressed: a chain with thousands of contracts shrinks to a tenth of its size, but a
 * quote hardly shrinks at all.
 */
const PACK_CHARS = 8_192
const GZIP_MAGIC = [0x1f, 0x8b] as const
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024
/**
 * An entry longer than this holds bars for a range that few other users request. It is kept only briefly, to save
 * memory in Redis.
 */
const LARGE_CHARS = 512 * 1_024
const LARGE_TTL_MS = 30 * 60_000
/** How long an answer in memory is used before Redis is read again. */
const HOT_MS = 1_000
/** Maximum total serialized length of the answers in memory. */
const MEMORY_CHARS = 16 * 1_024 * 1_024

const SCANNED_AT_ONCE = 1_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export interface AnswerCache {
  /** The cached answer for a key, from memory if it is recent; null if there is none or it cannot be parsed. */
  find(key: string): Promise<CachedAnswer | null>
  /** Like `find`, but always reads Redis, so it sees an answer that another replica has just stored. */
  findNewest(key: string): Promise<CachedAnswer | null>
  put(key: string, cached: CachedAnswer, forMs: number): Promise<void>
  /** Deletes every cached answer about a symbol, whatever the request. */
  deleteAbout(symbol: string): Promise<void>
}

/**
 * Keeps the last good answer to each request. Replicas share the answers in Redis; a size-limited copy in memory saves
 * reads and is used while Redis is down. Entries that cannot be parsed are treated as misses.
 */
export function createAnswerCache(runtime: Runtime, redis: Redis, revision: string): AnswerCache {
  const memory = createMemory()
  const reading = new Map<string, Promise<CachedAnswer | null>>()
  const fullKey = (key: string) => `callwright:market:answers:v${VERSION}:${revision}:${key}`
  for (const result of ['memory', 'hit', 'miss', 'unavailable', 'error']) {
    runtime.metrics.cacheRequests.inc({ cache: 'answers', result }, 0)
  }
  const count = (result: string) => runtime.metrics.cacheRequests.inc({ cache: 'answers', result })

  /** Reads Redis, or memory while Redis is down. */
  async function read(key: string): Promise<CachedAnswer | null> {
    if (redis.status !== 'ready') {
      count('unavailable')
      return memory.find(key)?.cached ?? null
    }
    let bytes: Buffer | null
    try {
      bytes = await redis.getBuffer(fullKey(key))
    } catch (error) {
      count('unavailable')
      runtime.log.debug({ err: error }, 'answers.read_failed')
      return memory.find(key)?.cached ?? null
    }
    const decoded = bytes === null ? null : await decode(bytes)
    count(bytes === null ? 'miss' : decoded === null ? 'error' : 'hit')
    if (decoded === null) memory.delete(key)
    else memory.put(key, decoded.answer, decoded.chars)
    return decoded?.answer ?? null
  }

  function readOnce(key: string): Promise<CachedAnswer | null> {
    const running = reading.get(key)
    if (running !== undefined) return running
    const work = read(key).finally(() => reading.delete(key))
    reading.set(key, work)
    return work
  }

  return {
    // Don't join a read that is already running: it may have started before another replica stored a newer answer.
    findNewest: read,
    async find(key) {
      const held = memory.find(key)
      if (held === null || performance.now() - held.readAtMs > HOT_MS) return readOnce(key)
      count('memory')
      return held.cached
    },
    async deleteAbout(symbol) {
      const plain = sourceRequests.map(({ endpoint }) => `${endpoint}:${symbol}`)
      const isAbout = (key: string) => plain.includes(key) || key.includes(`:${symbol},`)
      for (const key of memory.listKeys().filter(isAbout)) memory.delete(key)
      if (redis.status !== 'ready') return
      try {
        // Delete the known keys at once. Finding keys with additional arguments takes a scan.
        await redis.del(plain.map(fullKey))
        for await (const found of redis.scanStream({ match: fullKey(`*:${symbol},*`), count: SCANNED_AT_ONCE })) {
          if (found.length > 0) await redis.del(found)
        }
      } catch (error) {
        runtime.log.debug({ err: error }, 'answers.forget_failed')
      }
    },
    async put(key, cached, forMs) {
      const text = JSON.stringify(cached)
      memory.put(key, cached, text.length)
      if (redis.status !== 'ready') return
      try {
        const bytes = text.length < PACK_CHARS ? text : await pack(text, { level: 1 })
        const mostMs = text.length < LARGE_CHARS ? forMs : Math.min(forMs, LARGE_TTL_MS)
        await redis.set(fullKey(key), bytes, 'PX', mostMs)
      } catch (error) {
        runtime.log.debug({ err: error }, 'answers.write_failed')
      }
    },
  }
}

/** The stored answer and its uncompressed length; null if the bytes are not a valid entry. */
async function decode(bytes: Buffer): Promise<{ readonly answer: CachedAnswer; readonly chars: number } | null> {
  try {
    const isPacked = GZIP_MAGIC.every((byte, index) => bytes[index] === byte)
    const text = (isPacked ? await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes).toString('utf8')
    const answer = readCached(JSON.parse(text))
    return answer === null ? null : { answer, chars: text.length }
  } catch {
    return null
  }
}

/** Validates only the outer shape of a cached answer; the version in the key vouches for the rest. */
function readCached(read: unknown): CachedAnswer | null {
  if (!isRecord(read) || !isTime(read.keptAtMs) || !isRecord(read.answer)) return null
  const { source, dataClass: named, asOfMs, missing, value } = read.answer
  const dataClass = dataClasses.find((name) => name === named)
  if (typeof source !== 'string' || dataClass === undefined || !isTime(asOfMs)) return null
  if (value === undefined || !Array.isArray(missing) || !missing.every(isMissing)) return null
  return { keptAtMs: read.keptAtMs, answer: { source, dataClass, asOfMs, missing, value } }
}

function isMissing(entry: unknown): entry is Missing {
  return isRecord(entry) && typeof entry.field === 'string' && typeof entry.reason === 'string'
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Held {
  readonly cached: CachedAnswer
  readonly chars: number
  readonly readAtMs: number
}

/** Keeps the most recently read or stored answers, and evicts the oldest ones when the total size exceeds the limit. */
function createMemory() {
  const entries = new Map<string, Held>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.chars ?? 0
    entries.delete(key)
  }

  return {
    delete: remove,
    listKeys: () => [...entries.keys()],
    find: (key: string): Held | null => entries.get(key) ?? null,
    put(key: string, cached: CachedAnswer, chars: number): void {
      remove(key)
      entries.set(key, { cached, chars, readAtMs: performance.now() })
      total += chars
      for (const oldest of entries.keys()) {
        if (total <= MEMORY_CHARS) break
        remove(oldest)
      }
    },
  }
}
