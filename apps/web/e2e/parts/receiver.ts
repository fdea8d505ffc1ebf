import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ReceivedPost {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server of the user's own that receives webhooks. */
export interface Receiver {
  readonly url: string
  readonly posts: readonly ReceivedPost[]
  readonly stop: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const posts: ReceivedPost[] = []
  const server = createServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    posts,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Verifies a signature in the way that the page tells its user. */
export function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
