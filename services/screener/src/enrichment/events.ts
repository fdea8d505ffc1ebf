import type { ServerResponse } from 'node:http'
import type { EnrichmentStatus } from '@callwright/contracts'
import { type Logger, roundFigures } from '@callwright/service'
import type { FastifyReply } from 'fastify'
import { streamsFull, tooManyStreams } from '../errors.ts'
import { createLoop, type Loop } from '../loop.ts'

/**
 * Reasons why a stream ended: the client disconnected, its lifetime was over, the client read nothing, or the process
 * shut down.
 */
export const streamEnds = ['left', 'lifetime', 'slow', 'shutdown'] as const
export type StreamEnd = (typeof streamEnds)[number]

export interface EventsOptions {
  readonly readStatus: () => Promise<EnrichmentStatus>
  readonly log: Logger
  readonly tickMs: number
  readonly heartbeatMs: number
  /** Maximum duration of a stream. The client then reconnects, and its token is checked again. */
  readonly lifetimeMs: number
  readonly maxPerUser: number
  readonly maxTotal: number
  readonly onCount: (open: number) => void
  readonly onEnd: (reason: StreamEnd) => void
  readonly onFull: () => void
}

export type EnrichmentEvents = ReturnType<typeof createEnrichmentEvents>

interface Stream {
  readonly userId: string
  readonly response: ServerResponse
  readonly timer: NodeJS.Timeout
  /** Last frame sent. */
  frame: string
  /** Frame that the client had not fully read at the last heartbeat; null if it had read everything. */
  unreadFrame: string | null
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // The connection serves only this stream and must close with it.
  connection: 'close',
}
const HEARTBEAT = ': still here\n\n'
/**
 * Maximum fraction by which a lifetime is randomly shortened, so that clients that connected together don't reconnect
 * together.
 */
const LIFETIME_SPREAD = 0.1

/**
 * Pushes the enrichment status to all open streams, which share each read of it. The status is sent if anything but the
 * pace has changed, or if the pace becomes unknown. A slow client gets the newest status once it has read the last one,
 * and a client that reads nothing between two heartbeats is disconnected, so at most one status is buffered per client.
 * While no stream is open, the status is not read.
 */
export function createEnrichmentEvents(options: EventsOptions) {
  const { readStatus, log, maxPerUser, maxTotal } = options
  const streams = new Set<Stream>()
  /** Number of streams per user, counting those that are still being opened. */
  const openByUser = new Map<string, number>()
  let openTotal = 0
  let loop: Loop | null = null
  let heartbeat: NodeJS.Timeout | undefined
  let latest: { readonly key: string; readonly frame: string } | null = null
  let reading: Promise<string> | null = null
  let isClosing = false

  async function poll(): Promise<string> {
    const status = await readStatus()
    const { rate_per_second, eta_seconds } = status
    const key = JSON.stringify({
      ...status,
      rate_per_second: rate_per_second === null,
      eta_seconds: eta_seconds === null,
    })
    if (latest?.key !== key) latest = { key, frame: `event: status\ndata: ${JSON.stringify(roundFigures(status))}\n\n` }
    for (const stream of streams) send(stream, latest.frame)
    return latest.frame
  }

  /** First frame for a new stream; streams that open at the same time share one read. */
  function readFirst(): Promise<string> {
    if (loop !== null && latest !== null) return Promise.resolve(latest.frame)
    reading ??= poll().finally(() => {
      reading = null
    })
    return reading
  }

  function send(stream: Stream, frame: string): void {
    if (stream.frame === frame || stream.response.writableLength > 0) return
    stream.frame = frame
    stream.response.write(frame)
  }

  function beat(stream: Stream): void {
    const hasAll = stream.response.writableLength === 0
    if (hasAll) stream.response.write(HEARTBEAT)
    else if (stream.unreadFrame === stream.frame) end(stream, 'slow')
    stream.unreadFrame = hasAll ? null : stream.frame
  }

  function end(stream: Stream, reason: StreamEnd): void {
    if (!streams.delete(stream)) return
    clearTimeout(stream.timer)
    // `end` would wait until a slow client has read everything.
    if (stream.response.writableLength > 0) stream.response.destroy()
    else stream.response.end()
    release(stream.userId)
    options.onEnd(reason)
    if (streams.size === 0) stopPolling()
  }

  function reserve(userId: string): void {
    const own = openByUser.get(userId) ?? 0
    if (own >= maxPerUser) throw tooManyStreams()
    if (isClosing) throw streamsFull()
    if (openTotal >= maxTotal) {
      options.onFull()
      throw streamsFull()
    }
    openByUser.set(userId, own + 1)
    openTotal += 1
  }

  function release(userId: string): void {
    const own = (openByUser.get(userId) ?? 0) - 1
    if (own > 0) openByUser.set(userId, own)
    else openByUser.delete(userId)
    openTotal -= 1
    options.onCount(streams.size)
  }

  function startPolling(): void {
    if (loop !== null) return
    loop = createLoop({
      name: 'enrichment events',
      intervalMs: options.tickMs,
      log,
      work: async () => void (await poll()),
    })
    loop.start()
    heartbeat = setInterval(() => {
      for (const stream of streams) beat(stream)
    }, options.heartbeatMs).unref()
  }

  function stopPolling(): void {
    void loop?.stop()
    loop = null
    latest = null
    clearInterval(heartbeat)
  }

  function begin(userId: string, response: ServerResponse, frame: string): void {
    const lifetimeMs = options.lifetimeMs * (1 - LIFETIME_SPREAD * Math.random())
    const timer = setTimeout(() => end(stream, 'lifetime'), lifetimeMs).unref()
    const stream: Stream = { userId, response, timer, frame: latest?.frame ?? frame, unreadFrame: null }
    response.on('error', () => end(stream, 'left')).on('close', () => end(stream, 'left'))
    response.writeHead(200, HEADERS)
    streams.add(stream)
    options.onCount(streams.size)
    response.write(stream.frame)
    startPolling()
  }

  return {
    /**
     * Hijacks the reply and streams to it. Throws a 429 if the user has too many streams, and a 503 if this process has
     * too many. Also throws a 503 if the status can't be read and no open stream has a frame to send instead.
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
    /** Ends every stream; otherwise the server's shutdown would wait for them. */
    close(): void {
      isClosing = true
      for (const stream of streams) end(stream, 'shutdown')
    },
  }
}
