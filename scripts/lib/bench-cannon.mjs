/**
 * The load of one round, in a process of its own: `node scripts/lib/bench-cannon.mjs '<options as JSON>'`, where the
 * options are { url, paths, places, headers, connections, seconds }. Prints { requests, refused, bytes, seconds, p50, p99 } as
 * JSON, latencies in milliseconds.
 */
import autocannon from 'autocannon'
import { spread } from './bench-spread.mjs'

const { url, paths, places, headers, connections, seconds } = JSON.parse(process.argv[2])

/**
 * Each connection goes through a list of requests by itself, and all from its beginning: a page would be asked for by all of
 * them at once. Where no page is to be asked for again soon the connections take their paths from one list.
 */
function listRequests() {
  const asked = spread(paths, places)
  if (asked.length === paths.length) return asked.map((path) => ({ method: 'GET', path }))
  let next = 0
  return [{ method: 'GET', setupRequest: (request) => ({ ...request, path: asked[next++ % asked.length] }) }]
}

const { requests, latency, errors, non2xx, throughput, duration } = await autocannon({
  url,
  headers,
  connections,
  pipelining: 1,
  duration: seconds,
  requests: listRequests(),
})

const result = {
  requests: requests.total,
  refused: errors + non2xx,
  bytes: throughput.total,
  seconds: duration,
  p50: latency.p50,
  p99: latency.p99,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
