import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { dataClasses } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import type { Missing } from '../../providers/provider.ts'
import { questions } from '../../providers/questions.ts'
import type { KeptAnswer } from './lifetimes.ts'

/** Raised when the shape of answers changes: older ones are then misses. */
const VERSION = 1
/** A chain of thousands of contracts packs to a tenth; a quote is not worth packing. */
const PACK_CHARS = 8_192
const GZIP_MAGIC = [0x1f, 0x8b] as const
const MOST_BYTES = 32 * 1_024 * 1_024
/** Many bars of a range that hardly anyone else asks for: Redis has no room for days of them. */
const LARGE_CHARS = 512 * 1_024
const LARGE_KEPT_MS = 30 * 60_000
/** Answers in memory are used without asking Redis for so long. */
const HOT_MS = 1_000
/** Of all answers in memory, as they are written. */
const MEMORY_CHARS = 16 * 1_024 * 1_024

const SCANNED_AT_ONCE = 1_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export interface KeptAnswers {
  /** The answer kept under a key, from memory while it is hot; null where there is none, or none that can be read. */
  find(key: string): Promise<KeptAnswer | null>
  /** The same, but what another replica has kept just now is seen. */
  findNewest(key: string): Promise<KeptAnswer | null>
  keep(key: string, kept: KeptAnswer, forMs: number): Promise<void>
  /** Forgets all answers about a symbol, whatever was asked of it. */
  forgetAbout(symbol: string): Promise<void>
}

/**
 * The last good answer to each question, shared by replicas in Redis, with a bounded copy in memory: it makes hot
 * answers cheap, and stands in while Redis is away. What cannot be read back is a miss.
 */
export function createKeptAnswers(runtime: Runtime, redis: Redis, revision: string): KeptAnswers {
  const memory = createMemory()
  const reading = new Map<string, Promise<KeptAnswer | null>>()
  const fullKey = (key: string) => `callwright:market:answers:v${VERSION}:${revision}:${key}`
  for (const result of ['memory', 'hit', 'miss', 'unavailable', 'error']) {
    runtime.metrics.cacheRequests.inc({ cache: 'answers', result }, 0)
  }
  const count = (result: string) => runtime.metrics.cacheRequests.inc({ cache: 'answers', result })

  /** What Redis has; what memory has while Redis is away. */
  async function read(key: string): Promise<KeptAnswer | null> {
    if (redis.status !== 'ready') {
      count('unavailable')
      return memory.find(key)?.kept ?? null
    }
    let bytes: Buffer | null
    try {
      bytes = await redis.getBuffer(fullKey(key))
    } catch (error) {
      count('unavailable')
      runtime.log.debug({ err: error }, 'answers.read_failed')
      return memory.find(key)?.kept ?? null
    }
    const kept = bytes === null ? null : await decode(bytes)
    count(bytes === null ? 'miss' : kept === null ? 'error' : 'hit')
    if (kept === null) memory.forget(key)
    else memory.put(key, kept.answer, kept.chars)
    return kept?.answer ?? null
  }

  function readOnce(key: string): Promise<KeptAnswer | null> {
    const running = reading.get(key)
    if (running !== undefined) return running
    const work = read(key).finally(() => reading.delete(key))
    reading.set(key, work)
    return work
  }

  return {
    // One that is being read may have been read before another replica kept a newer one.
    findNewest: read,
    async find(key) {
      const held = memory.find(key)
      if (held === null || performance.now() - held.readAtMs > HOT_MS) return readOnce(key)
      count('memory')
      return held.kept
    },
    async forgetAbout(symbol) {
      const plain = questions.map(({ endpoint }) => `${endpoint}:${symbol}`)
      const isAbout = (key: string) => plain.includes(key) || key.includes(`:${symbol},`)
      for (const key of memory.listKeys().filter(isAbout)) memory.forget(key)
      if (redis.status !== 'ready') return
      try {
        // At once, before anybody reads them again; those of which more was asked have to be found.
        await redis.del(plain.map(fullKey))
        for await (const found of redis.scanStream({ match: fullKey(`*:${symbol},*`), count: SCANNED_AT_ONCE })) {
          if (found.length > 0) await redis.del(found)
        }
      } catch (error) {
        runtime.log.debug({ err: error }, 'answers.forget_failed')
      }
    },
    async keep(key, kept, forMs) {
      const text = JSON.stringify(kept)
      memory.put(key, kept, text.length)
      if (redis.status !== 'ready') return
      try {
        const bytes = text.length < PACK_CHARS ? text : await pack(text, { level: 1 })
        const mostMs = text.length < LARGE_CHARS ? forMs : Math.min(forMs, LARGE_KEPT_MS)
        await redis.set(fullKey(key), bytes, 'PX', mostMs)
      } catch (error) {
        runtime.log.debug({ err: error }, 'answers.write_failed')
      }
    },
  }
}

/** What was written, and its length before it was packed; null where it is nothing that was written here. */
async function decode(bytes: Buffer): Promise<{ readonly answer: KeptAnswer; readonly chars: number } | null> {
  try {
    const isPacked = GZIP_MAGIC.every((byte, index) => bytes[index] === byte)
    const text = (isPacked ? await unpack(bytes, { maxOutputLength: MOST_BYTES }) : bytes).toString('utf8')
    const answer = readKept(JSON.parse(text))
    return answer === null ? null : { answer, chars: text.length }
  } catch {
    return null
  }
}

/** What was read, if it has the form of a kept answer; the key's version says the rest. */
function readKept(read: unknown): KeptAnswer | null {
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
  readonly kept: KeptAnswer
  readonly chars: number
  readonly readAtMs: number
}

/** The answers read or kept last; the oldest go when their size exceeds the memory for them. */
function createMemory() {
  const entries = new Map<string, Held>()
  let total = 0

  function forget(key: string): void {
    total -= entries.get(key)?.chars ?? 0
    entries.delete(key)
  }

  return {
    forget,
    listKeys: () => [...entries.keys()],
    find: (key: string): Held | null => entries.get(key) ?? null,
    put(key: string, kept: KeptAnswer, chars: number): void {
      forget(key)
      entries.set(key, { kept, chars, readAtMs: performance.now() })
      total += chars
      for (const oldest of entries.keys()) {
        if (total <= MEMORY_CHARS) break
        forget(oldest)
      }
    },
  }
}
