/**
 * One request at a time over one connection to each target, with as little between the clock and the socket as can be:
 * `node scripts/lib/bench-unloaded.mjs '<options as JSON>'`, where the options are { targets, lists, seconds }, `targets` by
 * their names { url, paths, places, headers } with `paths` the place of theirs in `lists`, and `seconds` for each of them.
 * The targets take turns of some hundred requests, so that what else the machine does is borne by all. Prints the latencies'
 * { p50, p99 } in milliseconds by name as JSON.
 */
import { connect } from 'node:net'
import { percentile } from './bench-report.mjs'
import { spread } from './bench-spread.mjs'

const { targets, lists, seconds } = JSON.parse(process.argv[2])
const HEAD_END = '\r\n\r\n'
const HEAD_BYTES = 2_048
const TURN = 200
/** What comes is read into one piece of memory: a new one for each answer would be the reader's time, not the server's. */
const memory = Buffer.allocUnsafe(256 * 1024)

/** The head of an answer whose first piece is in the memory: { status, bytes }, these of the whole answer. */
function readHead(read) {
  const head = memory.latin1Slice(0, Math.min(read, HEAD_BYTES))
  const end = head.indexOf(HEAD_END)
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  if (end === -1 || length === undefined) throw new Error('An answer without a length')
  return { status: Number(head.slice(9, 12)), bytes: end + HEAD_END.length + Number(length) }
}

function openTarget({ url, paths, places, headers }) {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const asked = spread(lists[paths], places)
  const requests = asked.map((path) => [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  let take = () => {}
  const onread = {
    buffer: memory,
    callback(read) {
      take(read)
      return true
    },
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })

  /** Resolves to the status once the whole answer is there. */
  const ask = (request) =>
    new Promise((resolve, reject) => {
      let missing = 0
      let status = null
      take = (read) => {
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
    async takeTurn() {
      for (let count = 0; count < TURN; count += 1, next = (next + 1) % requests.length) {
        const startedAt = performance.now()
        const status = await ask(requests[next])
        if (status !== 200) throw new Error(`${asked[next]} answered ${status}`)
        latencies.push(performance.now() - startedAt)
      }
    },
    summarize: () => Object.fromEntries([0.5, 0.99].map((share) => [`p${share * 100}`, percentile(latencies, share)])),
    close: () => socket.destroy(),
  }
}

const opened = Object.entries(targets).map(([name, target]) => [name, openTarget(target)])
const end = performance.now() + seconds * opened.length * 1_000
while (performance.now() < end) for (const [, target] of opened) await target.takeTurn()
for (const [, { close }] of opened) close()
const summaries = opened.map(([name, { summarize }]) => [name, summarize()])
process.stdout.write(`${JSON.stringify(Object.fromEntries(summaries))}\n`)
