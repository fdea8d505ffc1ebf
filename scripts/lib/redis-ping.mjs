import { connect } from 'node:net'

/**
 * Whether a Redis responds. A demand for a password counts as a response, but an error such as "loading" does not. With
 * TLS, Redis is assumed to respond.
 */
export function redisAnswers(url, milliseconds = 1_000) {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'rediss:') return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(milliseconds, () => end(false))
    socket.once('error', () => end(false))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH|-DENIED)/.test(String(data))))
  })
}
