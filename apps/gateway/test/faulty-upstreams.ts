import { createServer, type Socket } from 'node:net'
import { bearer, type TestGateway } from './support.ts'

interface Closable {
  close(): unknown
}

/** Tracks resources that a test opens. `closeAll` closes the newest first. */
export function createResources() {
  const open: Closable[] = []
  return {
    keep<T extends Closable>(resource: T): T {
      open.push(resource)
      return resource
    },
    async closeAll(): Promise<void> {
      for (const resource of open.splice(0).reverse()) await resource.close()
    },
  }
}

export const get = (gateway: TestGateway, path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: bearer(gateway.token()) })

/** Runs `onFirstBytes` on the first bytes of each connection. By default, connections hang. */
export async function openTcpServer(onFirstBytes: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>()
  let ended = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      ended += 1
    })
    socket.on('error', () => {}).once('data', () => onFirstBytes(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    ended: () => ended,
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
