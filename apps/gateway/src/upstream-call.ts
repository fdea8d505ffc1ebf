import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** Maximum length of a buffered response. Longer responses, and those without a content length, are streamed. */
export const MAX_WHOLE_BYTES = 128 * 1_024

export interface UpstreamResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /**
   * The whole body, or a stream of it. The stream fails if the response is cut off. Destroying the stream aborts the
   * upstream call.
   */
  readonly body: Buffer | Readable
}

interface CallEvents {
  readonly onResponse: (answer: UpstreamResponse) => void
  /** Called at most once, and never after `onResponse`. */
  readonly onFailure: (error: Error) => void
  /** Called when the connection is free: the response is complete, was cut off or never arrived. */
  readonly onEnd: () => void
}

/**
 * One upstream request and its response. Short responses are buffered: this takes half as long as a stream, and a
 * truncated response becomes a plain failure.
 */
export function createUpstreamCall({ onResponse, onFailure, onEnd }: CallEvents) {
  let connection: Dispatcher.DispatchController | null = null
  let abortedBy: Error | null = null
  let head: Pick<UpstreamResponse, 'status' | 'headers'> | null = null
  let stream: Readable | null = null
  const chunks: Buffer[] = []

  function abort(reason: Error): void {
    if (abortedBy !== null) return
    abortedBy = reason
    if (stream === null) onFailure(reason)
    connection?.abort(reason)
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      connection = started
      if (abortedBy !== null) started.abort(abortedBy)
    },
    onResponseStart(_connection, status, headers) {
      if (status < 200) return
      head = { status, headers }
      if (isShort(status, headers)) return
      stream = new Readable({
        read: () => connection?.resume(),
        destroy(error, done) {
          abort(error ?? new Error('The client disconnected'))
          done(error)
        },
      })
      onResponse({ ...head, body: stream })
    },
    onResponseData(started, chunk) {
      if (stream === null) chunks.push(chunk)
      else if (!stream.push(chunk)) started.pause()
    },
    onResponseEnd() {
      onEnd()
      if (stream !== null) stream.push(null)
      else if (head !== null && abortedBy === null) onResponse({ ...head, body: join(chunks) })
    },
    onResponseError(_connection, error) {
      onEnd()
      if (stream !== null) stream.destroy(error)
      else if (abortedBy === null) onFailure(error)
    },
  }
  return { handler, abort }
}

/** Most short responses arrive in one chunk, which needs no copy. */
function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)
}

function isShort(status: number, headers: IncomingHttpHeaders): boolean {
  return status === 204 || status === 304 || Number(headers['content-length']) <= MAX_WHOLE_BYTES
}
