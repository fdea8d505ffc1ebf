import { createServer, type Socket } from 'node:net'
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'
import { bearer, type TestGateway } from './support.ts'

interface Closable {
  close(): unknown
}

/** Keeps what a test opens until `closeAll`, which closes the newest first. */
export function createKeeper() {
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

/** A proxy as the library sets it up by itself: what our settings are measured against. */
export async function openDefaultProxy(upstream: string) {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(httpProxy, { upstream, destroyAgent: true })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
}

/** A server that takes the connection and, at the first bytes, does as told: nothing, unless told. */
export async function openTcpServer(onFirstBytes: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {}).once('data', () => onFirstBytes(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    connections: () => sockets.size,
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
