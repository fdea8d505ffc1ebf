/**
 * One request at a time over one connection, with as little between the clock and the socket as can be:
 * `node scripts/lib/bench-unloaded.mjs '<options as JSON>'`, where the options are { url, paths, places, headers,
 * seconds }. Prints the latencies' { p50, p99 } in milliseconds as JSON.
 */
import { connect } from 'node:net'
import { percentile } from './bench-report.mjs'
import { spread } from './bench-spread.mjs'

const HEAD_END = '\r\n\r\n'
const { url, places, headers, seconds, ...asked } = JSON.parse(process.argv[2])
const paths = spread(asked.paths, places)
const { hostname, port } = new URL(url)
const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
const requests = paths.map((path) => [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))

/** Resolves to the status once the whole answer is there. */
function ask(socket, request) {
  return new Promise((resolve, reject) => {
    let bytes = 0
    let expected = null
    let status = 0
    const take = (chunk) => {
      bytes += chunk.length
      if (expected === null) {
        const head = chunk.toString('latin1')
        const end = head.indexOf(HEAD_END)
        const [, length] = /content-length: (\d+)/i.exec(head) ?? []
        if (end === -1 || length === undefined) return finish(reject, new Error('An answer without a length'))
        status = Number(head.slice(9, 12))
        expected = end + HEAD_END.length + Number(length)
      }
      if (bytes >= expected) finish(resolve, status)
    }
    const finish = (settle, value) => {
      socket.off('data', take)
      settle(value)
    }
    socket.on('data', take)
    socket.write(request)
  })
}

const socket = connect({ host: hostname, port: Number(port), noDelay: true })
const latencies = []
const end = performance.now() + seconds * 1_000
for (let index = 0; performance.now() < end; index += 1) {
  const startedAt = performance.now()
  const status = await ask(socket, requests[index % requests.length])
  if (status !== 200) throw new Error(`${paths[index % paths.length]} answered ${status}`)
  latencies.push(performance.now() - startedAt)
}
socket.destroy()
const [p50, p99] = [0.5, 0.99].map((share) => percentile(latencies, share))
process.stdout.write(`${JSON.stringify({ p50, p99 })}\n`)
