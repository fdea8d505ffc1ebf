import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Bytes stop flowing in both directions; connections stay open: a frozen server. */
  freeze(): void
  thaw(): void
  /** Cuts every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A TCP proxy that can freeze and cut, for tests of what a silent or absent store does to us. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let frozen = false
  let refusing = false
  const server = createServer((client) => {
    if (refusing) {
      client.destroy()
      return
    }
    const upstream = connect(target)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('data', (chunk) => void upstream.write(chunk))
    upstream.on('data', (chunk) => void client.write(chunk))
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
