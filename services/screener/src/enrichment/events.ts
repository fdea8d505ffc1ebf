import type { ServerResponse } from 'node:http'
import type { EnrichmentStatus } from '@callwright/contracts'
import { type Logger, roundFigures } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import { streamsFull, tooManyStreams } from '../errors.ts'
import { createLoop, type Loop } from '../loop.ts'

/** Why a stream ended: its reader left, it lived long enough, its reader took nothing, the process stops. */
export const streamEnds = ['left', 'lifetime', 'slow', 'shutdown'] as const
export type StreamEnd = (typeof streamEnds)[number]

export interface EventsOptions {
  readonly readStatus: () => Promise<EnrichmentStatus>
  readonly log: Logger
  /** From the end of one look at the status to the next, while anybody listens. */
  readonly tickMs: number
  readonly heartbeatMs: number
  /** A stream ends after at most so long and its reader comes back, with a token that is still good. */
  readonly lifetimeMs: number
  readonly maxPerUser: number
  readonly maxInAll: number
  readonly onCount: (open: number) => void
  readonly onEnd: (reason: StreamEnd) => void
  /** A stream was refused because this process has too many. */
  readonly onFull: () => void
}

export type EnrichmentEvents = ReturnType<typeof createEnrichmentEvents>

interface Stream {
  readonly userId: string
  readonly response: ServerResponse
  readonly timer: NodeJS.Timeout
  /** What it was told last. */
  frame: string
  /** What its reader had not taken at the last heartbeat; null where it had taken all. */
  stuckOn: string | null
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // The connection is of no use to anybody after the stream, and must not outlive it.
  connection: 'close',
}
const HEARTBEAT = ': still here\n\n'
/** Streams that began together do not end together. */
const LIFETIME_SPREAD = 0.1

/**
 * The enrichment status pushed to whoever listens: one look at it serves all streams, and is told when anything but the
 * pace has changed, or the pace is known no longer. Who is slow to take one status is told the newest after it, and who
 * takes nothing from one heartbeat to the next is dropped: no more than one waits for any reader. While nobody listens
 * nothing is looked at.
 */
export function createEnrichmentEvents(options: EventsOptions) {
  const { readStatus, log, maxPerUser, maxInAll } = options
  const streams = new Set<Stream>()
  /** Of streams, and of those that are about to be. */
  const openOf = new Map<string, number>()
  let openInAll = 0
  let loop: Loop | null = null
  let heartbeat: NodeJS.Timeout | undefined
  let told: { readonly key: string; readonly frame: string } | null = null
  let reading: Promise<string> | null = null
  let isClosing = false

  /** Looks at the status, tells it where it has changed, and returns what was told last. */
  async function look(): Promise<string> {
    const status = await readStatus()
    const { rate_per_second, eta_seconds } = status
    const key = JSON.stringify({
      ...status,
      rate_per_second: rate_per_second === null,
      eta_seconds: eta_seconds === null,
    })
    if (told?.key !== key) told = { key, frame: `event: status\ndata: ${JSON.stringify(roundFigures(status))}\n\n` }
    for (const stream of streams) tell(stream, told.frame)
    return told.frame
  }

  /** What a new stream begins with: the first one's look is shared by those who come with it. */
  function readFirst(): Promise<string> {
    if (loop !== null && told !== null) return Promise.resolve(told.frame)
    reading ??= look().finally(() => {
      reading = null
    })
    return reading
  }

  function tell(stream: Stream, frame: string): void {
    if (stream.frame === frame || stream.response.writableLength > 0) return
    stream.frame = frame
    stream.response.write(frame)
  }

  function beat(stream: Stream): void {
    const hasAll = stream.response.writableLength === 0
    if (hasAll) stream.response.write(HEARTBEAT)
    else if (stream.stuckOn === stream.frame) end(stream, 'slow')
    stream.stuckOn = hasAll ? null : stream.frame
  }

  function end(stream: Stream, reason: StreamEnd): void {
    if (!streams.delete(stream)) return
    clearTimeout(stream.timer)
    // What its reader has not taken by now nobody waits for.
    if (stream.response.writableLength > 0) stream.response.destroy()
    else stream.response.end()
    release(stream.userId)
    options.onEnd(reason)
    if (streams.size === 0) rest()
  }

  function reserve(userId: string): void {
    const own = openOf.get(userId) ?? 0
    if (own >= maxPerUser) throw tooManyStreams()
    if (isClosing) throw streamsFull()
    if (openInAll >= maxInAll) {
      options.onFull()
      throw streamsFull()
    }
    openOf.set(userId, own + 1)
    openInAll += 1
  }

  function release(userId: string): void {
    const own = (openOf.get(userId) ?? 0) - 1
    if (own > 0) openOf.set(userId, own)
    else openOf.delete(userId)
    openInAll -= 1
    options.onCount(streams.size)
  }

  function work(): void {
    if (loop !== null) return
    loop = createLoop({
      name: 'enrichment events',
      intervalMs: options.tickMs,
      log,
      work: async () => void (await look()),
    })
    loop.start()
    heartbeat = setInterval(() => {
      for (const stream of streams) beat(stream)
    }, options.heartbeatMs).unref()
  }

  function rest(): void {
    void loop?.stop()
    loop = null
    told = null
    clearInterval(heartbeat)
  }

  function begin(userId: string, response: ServerResponse, frame: string): void {
    const lifetimeMs = options.lifetimeMs * (1 - LIFETIME_SPREAD * Math.random())
    const timer = setTimeout(() => end(stream, 'lifetime'), lifetimeMs).unref()
    const stream: Stream = { userId, response, timer, frame: told?.frame ?? frame, stuckOn: null }
    response.on('error', () => end(stream, 'left')).on('close', () => end(stream, 'left'))
    response.writeHead(200, HEADERS)
    streams.add(stream)
    options.onCount(streams.size)
    response.write(stream.frame)
    work()
  }

  return {
    /**
     * Takes the reply over and streams to it. Throws a 429 to a user with too many streams, a 503 where this process has
     * too many or where the status cannot be read and nobody listens, who would share what was told last.
     */
    async open(userId: string, reply: FastifyReply): Promise<void> {
      reserve(userId)
      try {
        const frame = await readFirst()
        if (isClosing) throw streamsFull()
        reply.hijack()
        if (reply.raw.destroyed) release(userId)
        else begin(userId, reply.raw, frame)
      } catch (error) {
        release(userId)
        throw error
      }
    },
    /** Ends every stream, so that a server that waits for its connections need not wait for these. */
    close(): void {
      isClosing = true
      for (const stream of streams) end(stream, 'shutdown')
    },
  }
}
