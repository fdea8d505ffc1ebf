/**
 * The load of one round, in a process of its own: `node scripts/lib/bench-cannon.mjs '<options as JSON>'`, where the
 * options are { url, paths, places, headers, connections, seconds }. Prints { requests, refused, bytes, seconds, p50, p99 } as
 * JSON, latencies in milliseconds.
 */
import autocannon from 'autocannon'
import { spread } from './bench-spread.mjs'

const { url, paths, places, headers, connections, seconds } = JSON.parse(process.argv[2])

const { requests, latency, errors, non2xx, throughput, duration } = await autocannon({
  url,
  headers,
  connections,
  pipelining: 1,
  duration: seconds,
  requests: spread(paths, places).map((path) => ({ method: 'GET', path })),
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
