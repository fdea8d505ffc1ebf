/**
 * Sends one request at a time over one connection to each target, with minimal client overhead: `node
 * scripts/lib/bench-unloaded.mjs '<options as JSON>'` with the options { targets, lists, seconds }. `targets` maps
 * names to { url, paths, places, headers }, where `paths` is an index into `lists`; `seconds` is the time per target.
 * The targets alternate every few hundred requests, so that other load affects all of them. Prints { p50, p99 } in
 * milliseconds by name as JSON.
 */
import { connect } from 'node:net'
import { percentile } from './bench-report.mjs'
import { spread } from './bench-spread.mjs'

const { targets, lists, seconds } = JSON.parse(process.argv[2])
const HEAD_END = '\r\n\r\n'
const HEAD_BYTES = 2_048
const BATCH = 200
/** Shared, because allocating a buffer per response would add client time to the measurement. */
const buffer = Buffer.allocUnsafe(256 * 1024)

/** Parses the head of a response in the buffer: { status, bytes }, with the size of the whole response. */
function readHead(read) {
  const head = buffer.latin1Slice(0, Math.min(read, HEAD_BYTES))
  const end = head.indexOf(HEAD_END)
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  if (end === -1 || length === undefined) throw new Error('The response has no content length')
  return { status: Number(head.slice(9, 12)), bytes: end + HEAD_END.length + Number(length) }
}

function openTarget({ url, paths, places, headers }) {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const targetPaths = spread(lists[paths], places)
  const requests = targetPaths.map((path) => [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  let onRead = () => {}
  const onread = {
    buffer,
    callback(read) {
      onRead(read)
      return true
    },
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })

  /** Resolves to the status once the response is complete. */
  const send = (request) =>
    new Promise((resolve, reject) => {
      let missing = 0
      let status = null
      onRead = (read) => {
        try {
          if (status === null) ({ status, bytes: missing } = readHead(read))
          missing -= read
          if (missing <= 0) resolve(status)
        } catch (error) {
          reject(error)
        }
      }
      socket.write(request)
    })

  const latencies = []
  let next = 0
  return {
    async runBatch() {
      for (let count = 0; count < BATCH; count += 1, next = (next + 1) % requests.length) {
        const startedAt = performance.now()
        const status = await send(requests[next])
        if (status !== 200) throw new Error(`${targetPaths[next]} returned ${status}`)
        latencies.push(performance.now() - startedAt)
      }
    },
    summarize: () => Object.fromEntries([0.5, 0.99].map((share) => [`p${share * 100}`, percentile(latencies, share)])),
    close: () => socket.destroy(),
  }
}

const opened = Object.entries(targets).map(([name, target]) => [name, openTarget(target)])
const end = performance.now() + seconds * opened.length * 1_000
while (performance.now() < end) for (const [, target] of opened) await target.runBatch()
for (const [, { close }] of opened) close()
const summaries = opened.map(([name, { summarize }]) => [name, summarize()])
process.stdout.write(`${JSON.stringify(Object.fromEntries(summaries))}\n`)
