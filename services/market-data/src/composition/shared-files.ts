import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import { parseFile, type VendorFile, type VendorFiles } from '../providers/http/vendor-files.ts'
import type { ConfiguredProvider } from '../providers/provider-definition.ts'
import { judgeAge } from './answer-lifetimes.ts'
import { createSharedLock } from './cache-sources.ts'
import {
  findRunningRequest,
  JOB_REQUEST_TIMEOUT_MS,
  type Priority,
  REQUEST_TIMEOUT_MS,
  withRequestDeadline,
} from './choose-sources.ts'
import type { ReadMarketTime } from './market-time.ts'

/** Maximum total length of the texts whose parsed values are in memory. */
const MEMORY_CHARS = 64 * 1_024 * 1_024
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024
/** How long replicas can read a file, at most: from a close to the next open, across the longest weekend. */
const LONGEST_MS = 4 * 24 * 3_600_000
/** How long replicas can read a file that will soon be loaded again. */
const SHORT_MS = 5 * 60_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

interface FilesDeps {
  readonly redis: Redis
  readonly readMarketTime: ReadMarketTime
}

interface HeldFile {
  readonly value: unknown
  readonly chars: number
  readonly loadedAtMs: number
}

interface LoadedText {
  readonly text: string
  readonly loadedAtMs: number
}

/**
 * Creates a provider's files, which its two priorities and all replicas share: one load at a time for each file, whose
 * text the other replicas read from Redis. A user's request does not wait for a load that a job started. A load runs to
 * its own deadline, so a request that gives up does not waste it.
 */
export function createSharedFiles(
  runtime: Runtime,
  { name, keyId }: ConfiguredProvider,
  { redis, readMarketTime }: FilesDeps,
): (priority: Priority) => VendorFiles {
  const memory = createFileMemory()
  const withLock = createSharedLock(runtime, redis, `file:${name}:${keyId}`)
  const redisKey = (key: string) => `callwright:market:file:${name}:${keyId}:${key}`

  function judge(loadedAtMs: number, { lifetime }: VendorFile<unknown>) {
    const answer = { source: name, dataClass: 'delayed', asOfMs: loadedAtMs, value: true, missing: [] } as const
    return judgeAge({ answer, keptAtMs: loadedAtMs }, lifetime === 'day' ? 'dayFile' : 'priceFile', readMarketTime())
  }

  async function readShared(file: VendorFile<unknown>): Promise<LoadedText | null> {
    if (redis.status !== 'ready') return null
    try {
      const bytes = await redis.getBuffer(redisKey(file.key))
      if (bytes === null) return null
      const content = (await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })).toString('utf8')
      const end = content.indexOf('\n')
      const loadedAtMs = Number(content.slice(0, end))
      return judge(loadedAtMs, file) === 'fresh' ? { text: content.slice(end + 1), loadedAtMs } : null
    } catch (error) {
      runtime.log.debug({ err: error }, 'files.read_failed')
      return null
    }
  }

  async function writeShared({ key, lifetime }: VendorFile<unknown>, { text, loadedAtMs }: LoadedText): Promise<void> {
    if (redis.status !== 'ready') return
    try {
      const isLasting = lifetime === 'day' || readMarketTime().openMs === null
      const bytes = await pack(`${loadedAtMs}\n${text}`, { level: 1 })
      await redis.set(redisKey(key), bytes, 'PX', isLasting ? LONGEST_MS : SHORT_MS)
    } catch (error) {
      runtime.log.debug({ err: error }, 'files.write_failed')
    }
  }

  async function load<T>(file: VendorFile<T>, priority: Priority, timeoutMs: number): Promise<T> {
    const keep = async ({ text, loadedAtMs }: LoadedText): Promise<T> => {
      const value = await parseFile(name, file.parser, text)
      memory.put(file.key, { value, chars: text.length, loadedAtMs })
      return value
    }
    const shared = await readShared(file)
    if (shared !== null) return keep(shared)
    const done = await withLock(`${file.key}:${priority}`, timeoutMs, async () => {
      const other = await readShared(file)
      if (other !== null) return keep(other)
      const loaded = { text: await file.load(), loadedAtMs: readMarketTime().nowMs }
      const value = await keep(loaded)
      await writeShared(file, loaded)
      return value
    })
    if (!done.isHeld) throw new ProviderFailure(name, { kind: 'unavailable', detail: 'no response in time' })
    return done.value
  }

  return (priority) => {
    const loading = new Map<string, Promise<unknown>>()
    return {
      find<T>(file: VendorFile<T>): Promise<T> {
        const held = memory.find(file.key)
        if (held !== null && judge(held.loadedAtMs, file) === 'fresh') return Promise.resolve(held.value as T)
        const running = loading.get(file.key)
        if (running !== undefined) return running as Promise<T>
        const isPatient = findRunningRequest()?.isPatient ?? false
        const timeoutMs = isPatient ? JOB_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS[priority]
        const work = withRequestDeadline(timeoutMs, () => load(file, priority, timeoutMs), isPatient)
        loading.set(file.key, work)
        const done = () => void loading.delete(file.key)
        work.then(done, done)
        return work
      },
    }
  }
}

/** Keeps the most recently used files, and evicts the oldest ones when their total length exceeds the limit. */
function createFileMemory() {
  const files = new Map<string, HeldFile>()
  let total = 0

  function remove(key: string): HeldFile | null {
    const held = files.get(key)
    if (held === undefined) return null
    files.delete(key)
    total -= held.chars
    return held
  }

  function put(key: string, file: HeldFile): void {
    remove(key)
    files.set(key, file)
    total += file.chars
    for (const oldest of files.keys()) {
      if (total <= MEMORY_CHARS) break
      remove(oldest)
    }
  }

  return {
    put,
    find(key: string): HeldFile | null {
      const held = remove(key)
      if (held !== null) put(key, held)
      return held
    },
  }
}
