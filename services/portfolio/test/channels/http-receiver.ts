import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface HttpReceiver {
  readonly port: number
  readonly url: string
  readonly posts: readonly ReceivedPost[]
  /** Number of connections, including those on which nothing was sent. */
  readonly countConnections: () => number
  readonly close: () => Promise<void>
}

/** Starts a receiver on loopback. It keeps each request and answers 204 unless the test answers otherwise. */
export async function startHttpReceiver(
  answer: (response: ServerResponse) => unknown = (response) => response.writeHead(204).end(),
): Promise<HttpReceiver> {
  const posts: ReceivedPost[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    posts.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    answer(response)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, url: `http://127.0.0.1:${port}/hook`, posts },
    countConnections: () => connections,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
