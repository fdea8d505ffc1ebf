import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface TcpProxy {
  readonly port: number
  /** Stops traffic in both directions but keeps the connections open, as if the server were frozen. */
  freeze(): void
  thaw(): void
  /** Delays every chunk of a response by this many milliseconds; 0 turns the delay off. */
  slow(milliseconds: number): void
  /** Cuts every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A TCP proxy that can freeze, delay and cut connections, for tests in which a store is silent, slow or gone. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let frozen = false
  let refusing = false
  let answerDelayMs = 0
  const server = createServer((client) => {
    if (refusing) {
      client.destroy()
      return
    }
    const upstream = connect(target)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('data', (chunk) => void upstream.write(chunk))
    // Chunks are sent one after another, so that a chunk sent after the delay is turned off cannot overtake a delayed
    // one.
    let previous = Promise.resolve()
    upstream.on('data', (chunk) => {
      const waitMs = answerDelayMs
      previous = previous.then(() => (waitMs === 0 ? undefined : delay(waitMs))).then(() => void client.write(chunk))
    })
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) socket.on('close', end).on('error', end)
    if (frozen) pauseAll()
  })
  const eachSocket = (act: (socket: Socket) => void) => {
    for (const socket of [...pairs].flat()) act(socket)
  }
  const pauseAll = () => eachSocket((socket) => void socket.pause())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cutAll = () => eachSocket((socket) => void socket.destroy())
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    freeze() {
      frozen = true
      pauseAll()
    },
    thaw() {
      frozen = false
      eachSocket((socket) => void socket.resume())
    },
    slow(milliseconds) {
      answerDelayMs = milliseconds
    },
    cut() {
      refusing = true
      cutAll()
    },
    restore() {
      refusing = false
    },
    close() {
      cutAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
