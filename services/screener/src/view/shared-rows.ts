import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { ScreenerRow } from '@callwright/contracts'
import { createReader, type Logger, type openRedis } from '@callwright/service'
import { ROW_FORMAT } from '../db/schema.ts'
import { createLoop, type Loop } from '../loop.ts'
import { type PreparedRow, prepareRow } from './prepared-row.ts'
import type { RowText } from './row-text.ts'
import type { Snapshot } from './snapshot.ts'

export type SharedRows = ReturnType<typeof createSharedRows>

/** Rows of one version as one replica left them for others. */
export interface SharedContent {
  readonly version: number
  readonly rows: readonly PreparedRow[]
}

/** What is to be written once, and again after so long. */
export interface Turn {
  readonly name: string
  readonly againMs: number
}

const MINUTE_MS = 60_000
/** Rows that stand still are shared again before they end. */
const SETTLED_MS = 6 * 3_600_000
/** No replica takes longer to write. */
const WRITING_MS = 60_000
/** As long as the last known figures may stand in for newer ones. */
const LIFETIME_MS = 86_400_000
/** Rows compressed at once: fast enough, and never the whole screen in memory a second time. */
const ROWS_A_CHUNK = 64
/** Four times the rows of a whole market. */
const LARGEST_BYTES = 64 * 1_024 * 1_024

const unzip = promisify(gunzip)
const readRow = createReader(ScreenerRow, 'A shared row')

/**
 * The screen's rows in the cache shared by all replicas: one line that says what follows, then a line of JSON per row,
 * compressed. Only a process that finds PostgreSQL away at its start reads them; what cannot be read is not there (F10).
 */
export function createSharedRows(deps: {
  readonly redis: ReturnType<typeof openRedis>
  readonly key: string
  readonly log: Logger
}) {
  const { redis, key, log } = deps

  return {
    /**
     * Leaves the rows for others, unless that was done for this turn: once within `againMs`, by whichever replica comes
     * first. One that fails leaves the turn to the next after a minute.
     */
    async write({ name, againMs }: Turn, version: number, listTexts: () => readonly RowText[]): Promise<void> {
      if (redis.status !== 'ready') return
      const turn = `${key}:${name}`
      if ((await redis.set(turn, '1', 'PX', WRITING_MS, 'NX')) !== 'OK') {
        // A turn that never ends is none of ours.
        if ((await redis.pttl(turn)) === -1) await redis.del(turn)
        return
      }
      const packed = await buffer(Readable.from(listChunks(version, listTexts())).pipe(createGzip({ level: 1 })))
      await redis.set(key, packed, 'PX', LIFETIME_MS)
      await redis.pexpire(turn, againMs)
    },

    /** Null where there is nothing to be read; never throws. */
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

/** Leaves the rows in the shared cache when a run has ended, and once a minute while they change; one replica each time. */
export function createSharing(deps: {
  readonly snapshot: Snapshot
  readonly shared: Pick<SharedRows, 'write'>
  readonly everyMs: number
  readonly log: Logger
}): Loop {
  const { snapshot, shared } = deps
  return createLoop({
    name: 'sharing',
    intervalMs: deps.everyMs,
    log: deps.log,
    async work() {
      const { screen, version, run, origin, reachable } = snapshot
      if (origin !== 'database' || !reachable || screen.table.size === 0) return
      const turn = run?.active
        ? { name: 'changing', againMs: MINUTE_MS }
        : { name: `version-${version}`, againMs: SETTLED_MS }
      await shared.write(turn, version, screen.table.listTexts)
    },
  })
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
  if (format !== ROW_FORMAT || typeof version !== 'number' || rows !== lines.length) throw new Error('Not our rows')
  return { version, rows: lines.map((line) => prepareRow(readRow(JSON.parse(line)))) }
}
