import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** A longer answer, and one that does not tell its length, streams through. */
export const MAX_WHOLE_BYTES = 128 * 1_024

export interface UpstreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All of it, or a stream that fails where the answer breaks off and ends it at its source when destroyed. */
  readonly body: Buffer | Readable
}

interface CallEvents {
  readonly onAnswer: (answer: UpstreamAnswer) => void
  /** Called at most once, and never after the answer. */
  readonly onFailure: (error: Error) => void
  /** The connection is free again: the answer is complete, broken off or never came. */
  readonly onEnd: () => void
}

/**
 * One request and its answer. A short answer is handed on when all of it is there, which costs half of what a stream does,
 * and lets one that breaks off be a plain failure.
 */
export function createUpstreamCall({ onAnswer, onFailure, onEnd }: CallEvents) {
  let connection: Dispatcher.DispatchController | null = null
  let abortedBy: Error | null = null
  let head: Pick<UpstreamAnswer, 'status' | 'headers'> | null = null
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
          abort(error ?? new Error('The reader left'))
          done(error)
        },
      })
      onAnswer({ ...head, body: stream })
    },
    onResponseData(started, chunk) {
      if (stream === null) chunks.push(chunk)
      else if (!stream.push(chunk)) started.pause()
    },
    onResponseEnd() {
      onEnd()
      if (stream !== null) stream.push(null)
      else if (head !== null && abortedBy === null) onAnswer({ ...head, body: join(chunks) })
    },
    onResponseError(_connection, error) {
      onEnd()
      if (stream !== null) stream.destroy(error)
      else if (abortedBy === null) onFailure(error)
    },
  }
  return { handler, abort }
}

/** Most short answers come in one piece, which need not be copied. */
function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)
}

function isShort(status: number, headers: IncomingHttpHeaders): boolean {
  return status === 204 || status === 304 || Number(headers['content-length']) <= MAX_WHOLE_BYTES
}
