import type { Handler } from './fake-network.ts'

export interface FakeEvents {
  readonly handler: Handler
  /** Returns how many streams are open. */
  readonly countOpen: () => number
  /** Sends an event through every open stream. */
  readonly send: (name: string, data: unknown) => void
  readonly sendComment: () => void
  /** Ends every open stream. */
  readonly end: () => void
}

/** An endpoint that opens event streams. Each stream starts with the event `first()`. */
export function createEvents(name: string, first: () => unknown): FakeEvents {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encode = (text: string) => new TextEncoder().encode(text)
  const write = (text: string) => {
    for (const stream of open) stream.enqueue(encode(text))
  }
  const format = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  return {
    handler: ({ signal }) => {
      let own: ReadableStreamDefaultController<Uint8Array> | null = null
      const body = new ReadableStream<Uint8Array>({
        cancel() {
          if (own !== null) open.delete(own)
        },
        start(stream) {
          own = stream
          open.add(stream)
          stream.enqueue(encode(format(name, first())))
          signal.addEventListener(
            'abort',
            () => open.delete(stream) && stream.error(new DOMException('', 'AbortError')),
          )
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    countOpen: () => open.size,
    send: (event, data) => write(format(event, data)),
    sendComment: () => write(': alive\n\n'),
    end: () => {
      for (const stream of open) stream.close()
      open.clear()
    },
  }
}
