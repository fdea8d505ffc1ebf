import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { ScreenerRow } from '@callwright/contracts'
import { createReader, type Logger, type openRedis } from '@callwright/service'
import { ROW_FORMAT } from '../db/schema.ts'
import { type PreparedRow, prepareRow, type RowText } from './rows.ts'

export type SharedRows = ReturnType<typeof createSharedRows>

/** The rows at one version, as stored by one replica for the others. */
export interface SharedContent {
  readonly version: number
  readonly rows: readonly PreparedRow[]
}

/** Lock that limits how often the rows are written. */
interface WriteLock {
  readonly name: string
  readonly holdMs: number
}

/** Lease of the write lock: longer than any write takes. */
const WRITING_MS = 60_000
/** Maximum age of figures that may still be shown. */
const LIFETIME_MS = 86_400_000
/** Rows compressed at a time, so that memory never holds all of them twice. */
const ROWS_A_CHUNK = 64
/** Four times the size of a whole market's rows. */
const LARGEST_BYTES = 64 * 1_024 * 1_024

const unzip = promisify(gunzip)
const readRow = createReader(ScreenerRow, 'A shared row')

/**
 * Rows in the cache shared by all replicas: a header line and a line of JSON per row, compressed. Only a process that
 * starts without PostgreSQL reads them; unreadable content counts as missing (F10).
 */
export function createSharedRows(deps: {
  readonly redis: ReturnType<typeof openRedis>
  readonly key: string
  readonly log: Logger
}) {
  const { redis, key, log } = deps

  return {
    /**
     * Writes the rows unless a replica holds the lock: at most one write per `holdMs` across all replicas. If the write
     * fails, the lock expires after a minute.
     */
    async write({ name, holdMs }: WriteLock, version: number, listTexts: () => readonly RowText[]): Promise<void> {
      if (redis.status !== 'ready') return
      const lock = `${key}:${name}`
      if ((await redis.set(lock, '1', 'PX', WRITING_MS, 'NX')) !== 'OK') {
        // Locks set here have a TTL, so a lock without one is corrupt (F10).
        if ((await redis.pttl(lock)) === -1) await redis.del(lock)
        return
      }
      const packed = await buffer(Readable.from(listChunks(version, listTexts())).pipe(createGzip({ level: 1 })))
      await redis.set(key, packed, 'PX', LIFETIME_MS)
      await redis.pexpire(lock, holdMs)
    },

    /** Returns null if there is nothing readable; never throws. */
    async read(): Promise<SharedContent | null> {
      if (redis.status !== 'ready') return null
      try {
        const packed = await redis.getBuffer(key)
        if (packed === null) return null
        return parse((await unzip(packed, { maxOutputLength: LARGEST_BYTES })).toString())
      } catch (error) {
        log.debug({ err: error }, 'shared_rows.unreadable')
        return null
      }
    },
  }
}

function* listChunks(version: number, texts: readonly RowText[]): Iterable<Buffer> {
  yield Buffer.from(`${JSON.stringify({ format: ROW_FORMAT, version, rows: texts.length })}\n`)
  const newline = Buffer.from('\n')
  for (let from = 0; from < texts.length; from += ROWS_A_CHUNK) {
    yield Buffer.concat(texts.slice(from, from + ROWS_A_CHUNK).flatMap(({ bytes }) => [bytes, newline]))
  }
}

function parse(text: string): SharedContent {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const { format, version, rows } = JSON.parse(head) as Record<string, unknown>
  if (format !== ROW_FORMAT || typeof version !== 'number' || rows !== lines.length)
    throw new Error('Invalid shared rows')
  return { version, rows: lines.map((line) => prepareRow(readRow(JSON.parse(line)))) }
}
