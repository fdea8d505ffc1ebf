import { PassThrough, Readable } from 'node:stream'
import { ACCESS_TOKEN_SECONDS, type EndpointId } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { SignedInUser } from '../access.ts'
import type { Upstream } from '../config.ts'
import { tokenRefused, tooManyStreams, upstreamBusy } from '../errors.ts'
import type { Revocations } from '../revocations.ts'
import { isEventStream, type UpstreamResponse } from './upstream.ts'

export const streamEndpoints: readonly EndpointId[] = ['screener.enrichmentEvents', 'coach.chat']
/** Streams per service, so that idle ones of the screener leave room for the coach. */
export const MAX_STREAMS = 256
export const MAX_STREAMS_OF_USER = 8
/** A stream lasts as long as a token is valid. The client then reconnects with its current token. */
const LIFETIME_MS = ACCESS_TOKEN_SECONDS * 1_000

interface OpenStream {
  readonly user: SignedInUser
  readonly owner: Upstream
  readonly output: PassThrough
  source: Readable | null
}

export interface EventStreams {
  /**
   * Opens an event stream for a user through `call`, which may also resolve to a plain response. The stream ends when
   * the user's session ends, after 15 minutes, or when this process stops. Throws 401 if the session has ended, 429 if
   * the user has too many streams, and 503 if the service has too many.
   */
  open(user: SignedInUser, owner: Upstream, call: () => Promise<UpstreamResponse>): Promise<UpstreamResponse>
  endAll(): void
}

export const isStreamEndpoint = (id: EndpointId): boolean => streamEndpoints.includes(id)

/** Tracks the event streams that this process proxies. A stream has no deadline once it begins. */
export function createEventStreams(runtime: Runtime, revocations: Revocations): EventStreams {
  const streams = new Set<OpenStream>()
  const gauge = runtime.metrics.gauge('gateway_event_streams', 'Open event streams')
  revocations.listen((sessionId) => {
    for (const stream of streams) if (stream.user.sessionId === sessionId) end(stream)
  })

  function requireCapacity({ userId, sessionId }: SignedInUser, owner: Upstream): void {
    // If the session ended after the token check, the listener would never be called.
    if (revocations.has(sessionId)) throw tokenRefused('token_revoked')
    if ([...streams].filter(({ user }) => user.userId === userId).length >= MAX_STREAMS_OF_USER) throw tooManyStreams()
    if ([...streams].filter((stream) => stream.owner === owner).length >= MAX_STREAMS) throw upstreamBusy(owner)
  }

  function addStream(user: SignedInUser, owner: Upstream): OpenStream {
    const stream: OpenStream = { user, owner, output: new PassThrough(), source: null }
    const timer = setTimeout(() => end(stream), LIFETIME_MS)
    streams.add(stream)
    gauge.set(streams.size)
    stream.output.on('error', () => {})
    stream.output.once('close', () => {
      clearTimeout(timer)
      streams.delete(stream)
      gauge.set(streams.size)
      stream.source?.destroy()
    })
    return stream
  }

  return {
    async open(user, owner, call) {
      requireCapacity(user, owner)
      const stream = addStream(user, owner)
      try {
        const response = await call()
        if (!(response.body instanceof Readable && isEventStream(response))) {
          stream.output.destroy()
          return response
        }
        connect(stream, response.body)
        return { ...response, body: stream.output }
      } catch (error) {
        stream.output.destroy()
        throw error
      }
    },
    endAll() {
      for (const stream of streams) end(stream)
    },
  }
}

function connect(stream: OpenStream, source: Readable): void {
  stream.source = source
  source.on('error', (error) => stream.output.destroy(error))
  if (stream.output.writableEnded) source.destroy()
  else source.pipe(stream.output)
}

/** Completes the response to the client and disconnects from the source. */
function end({ source, output }: OpenStream): void {
  source?.unpipe(output)
  output.end()
}
