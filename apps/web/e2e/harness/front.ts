import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const WORKER = '/sw.js'

/** A proxy in front of a stack, which can go down and deploy. */
export interface Front {
  readonly url: string
  /** Makes the server unreachable, for the page and for the service worker. */
  readonly goDown: () => Promise<void>
  readonly comeBack: () => Promise<void>
  /** From now on, serves the service worker with this change. */
  readonly deploy: (change: (worker: string) => string) => void
}

/** Starts a proxy in front of a stack. Close it with `goDown`. */
export async function openFront(target: string): Promise<Front> {
  let changeWorker: ((worker: string) => string) | null = null

  async function sendWorker(outgoing: ServerResponse): Promise<void> {
    const answer = await fetch(target + WORKER)
    const headers = { 'content-type': answer.headers.get('content-type') ?? '', 'cache-control': 'no-cache' }
    outgoing.writeHead(answer.status, headers).end(changeWorker?.(await answer.text()))
  }
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/', method, headers } = incoming
    if (url === WORKER && changeWorker !== null) return void sendWorker(outgoing)
    const sent = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  }

  const server = createServer(pass)
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, 'localhost', () => resolve()))
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    goDown: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    comeBack: () => listen(address.port),
    deploy: (change) => {
      changeWorker = change
    },
  }
}
