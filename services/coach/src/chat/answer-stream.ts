import type { ServerResponse } from 'node:http'
import type { ChatAnswer, chatStreamEvents } from '@callwright/contracts'
import { type AppError, roundFigures } from '@callwright/service'
import type { TurnEvent } from '../turn/types.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // The connection is of no use to anybody after the stream, and must not outlive it.
  connection: 'close',
}

type EventName = (typeof chatStreamEvents)[number]

/** One answer as events: what is being done, the card, the sentences as they are released, and the whole at the end. */
export function openAnswerStream(response: ServerResponse) {
  response.writeHead(200, HEADERS)
  const send = (name: EventName, data: unknown) => {
    if (!response.destroyed) response.write(`event: ${name}\ndata: ${JSON.stringify(roundFigures(data))}\n\n`)
  }
  return {
    tell(event: TurnEvent): void {
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
