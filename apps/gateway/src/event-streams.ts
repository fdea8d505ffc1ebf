import { PassThrough, Readable } from 'node:stream'
import { ACCESS_TOKEN_SECONDS, type EndpointId } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { SignedInUser } from './access-token.ts'
import { tokenRefused, tooManyStreams, upstreamBusy } from './errors.ts'
import type { Revocations } from './revocations.ts'
import type { UpstreamAnswer } from './upstream-call.ts'
import { isEventStream } from './upstream-pool.ts'
import type { Upstream } from './upstreams.ts'

export const streamEndpoints: readonly EndpointId[] = ['screener.enrichmentEvents', 'coach.chat']
export const MAX_STREAMS = 256
export const MAX_STREAMS_OF_USER = 8
/** As long as a token: then the reader comes back with the one it has by now. */
const LIFETIME_MS = ACCESS_TOKEN_SECONDS * 1_000

interface OpenStream {
  readonly user: SignedInUser
  readonly output: PassThrough
  source: Readable | null
}

export interface EventStreams {
  /**
   * Lets `ask` open an event stream for a user; what it resolves to may as well be a plain answer. The stream ends by
   * itself when the user's session does, after 15 minutes, and when this process stops. Throws 401 for a
   * session that has ended by now, 429 for a user who has too many, 503 when there are too many in all.
   */
  open(user: SignedInUser, owner: Upstream, ask: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer>
  endAll(): void
}

export const isStreamEndpoint = (id: EndpointId): boolean => streamEndpoints.includes(id)

/** The event streams that pass through this process, which no deadline ends. */
export function createEventStreams(runtime: Runtime, revocations: Revocations): EventStreams {
  const streams = new Set<OpenStream>()
  const gauge = runtime.metrics.gauge('gateway_event_streams', 'Event streams being passed on')
  revocations.listen((sessionId) => {
    for (const stream of streams) if (stream.user.sessionId === sessionId) end(stream)
  })

  function requirePlace({ userId, sessionId }: SignedInUser, owner: Upstream): void {
    // Ended since its token was checked: nobody would tell of it again.
    if (revocations.has(sessionId)) throw tokenRefused('token_revoked')
    if ([...streams].filter(({ user }) => user.userId === userId).length >= MAX_STREAMS_OF_USER) throw tooManyStreams()
    if (streams.size >= MAX_STREAMS) throw upstreamBusy(owner)
  }

  function takePlace(user: SignedInUser): OpenStream {
    const stream: OpenStream = { user, output: new PassThrough(), source: null }
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
    async open(user, owner, ask) {
      requirePlace(user, owner)
      const stream = takePlace(user)
      try {
        const answer = await ask()
        if (!(answer.body instanceof Readable && isEventStream(answer))) {
          stream.output.destroy()
          return answer
        }
        connect(stream, answer.body)
        return { ...answer, body: stream.output }
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

/** The reader sees a plain end, and the source that its reader has left. */
function end({ source, output }: OpenStream): void {
  source?.unpipe(output)
  output.end()
}
