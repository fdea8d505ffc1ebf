import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface TcpProxy {
  readonly port: number
  /** Stops traffic in both directions but keeps the connections open, as a frozen server would. */
  freeze(): void
  thaw(): void
  /** Delays every chunk of a response by this many milliseconds; 0 removes the delay. */
  slow(milliseconds: number): void
  /** Cuts every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A TCP proxy that can freeze, delay and cut connections, for tests with a silent, slow or unreachable store. */
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
    // Send chunks one after another: after the delay is removed, a new chunk must not overtake a delayed one.
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
