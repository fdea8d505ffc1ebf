import { connect } from 'node:net'

export interface RawAnswer {
  readonly text: string
  /** The status lines in order; more than one means that the bytes were read as more than one request. */
  readonly statuses: number[]
  readonly elapsedMs: number
}

/** Sends bytes as they are and reads until the other side hangs up, or `quietMs` pass without a byte. */
export function sendRaw(port: number, bytes: string | Buffer, options: { quietMs?: number } = {}): Promise<RawAnswer> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port })
    const finish = () => {
      socket.destroy()
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ text, statuses, elapsedMs: performance.now() - startedAt })
    }
    socket.setTimeout(options.quietMs ?? 2_000, finish)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', finish)
    socket.on('end', finish)
    socket.on('connect', () => socket.write(bytes))
  })
}

/** One request line and headers, with the connection to be closed after the answer. */
export function requestText(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', body].join('\r\n')
}
