import type { ServerResponse } from 'node:http'
import type { ChatAnswer, chatStreamEvents } from '@callwright/contracts'
import { type AppError, roundFigures } from '@callwright/service'
import type { TurnEvent } from '../turn/types.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // The stream takes over the connection, so no other request can reuse it.
  connection: 'close',
}

type EventName = (typeof chatStreamEvents)[number]

/** Streams one answer as events: progress, the card, the checked sentences, and finally the complete answer. */
export function openAnswerStream(response: ServerResponse) {
  response.writeHead(200, HEADERS)
  const send = (name: EventName, data: unknown) => {
    if (!response.destroyed) response.write(`event: ${name}\ndata: ${JSON.stringify(roundFigures(data))}\n\n`)
  }
  return {
    sendEvent(event: TurnEvent): void {
      if (event.kind === 'metadata') send('metadata', event.metadata)
      else {
        const { kind, ...data } = event
        send(kind, data)
      }
    },
    finish(answer: ChatAnswer): void {
      send('done', answer)
      response.end()
    },
    fail({ code, detail, status }: AppError): void {
      send('error', { code, detail, status })
      response.end()
    },
  }
}
