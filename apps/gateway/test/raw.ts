import { connect } from 'node:net'

export interface RawResponse {
  readonly text: string
  /** Status codes in order. Several mean that the bytes were parsed as several requests. */
  readonly statuses: number[]
  readonly elapsedMs: number
}

/** Sends raw bytes and reads until the server closes the connection or sends nothing for `quietMs`. */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  options: { quietMs?: number } = {},
): Promise<RawResponse> {
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

/** The request has `connection: close`. */
export function requestText(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', body].join('\r\n')
}
