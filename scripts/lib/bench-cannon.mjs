/**
 * Generates the load of one round in its own process: `node scripts/lib/bench-cannon.mjs '<options as JSON>'` with the
 * options { url, paths, places, headers, connections, seconds }. Prints { requests, refused, bytes, seconds, p50, p99 }
 * as JSON, with latencies in milliseconds.
 */
import autocannon from 'autocannon'
import { spread } from './bench-spread.mjs'

const { url, paths, places, headers, connections, seconds } = JSON.parse(process.argv[2])

/**
 * By default, every connection starts at the beginning of the list, so all request the same page at the same time. With
 * many places, connections share one position in the list to avoid that.
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
