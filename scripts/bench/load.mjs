/**
 * HTTP load by autocannon in its own process, so that it does not share a core with the caller: `node
 * scripts/bench/load.mjs '<options as JSON>'` prints the result as JSON.
 */

import { mustRun } from '../lib/tool.mjs'
import { percentile } from './report.mjs'
import { pin } from './stack.mjs'

/**
 * Expands each path to `places` consecutive offsets, so that there are more pages than a server caches. One place
 * leaves the paths unchanged.
 */
const spread = (paths, places = 1) =>
  Array.from({ length: places }, (_, step) =>
    paths.map((path) => path.replace(/offset=(\d+)/, (_all, offset) => `offset=${Number(offset) + step}`)),
  ).flat()

/**
 * Requests { url, paths, places, headers } for `seconds`: with as many connections as possible, or with `rate` at that
 * many requests per second. Resolves to { requests, bytes, seconds, p50, p95, p99 }, with latencies in milliseconds.
 * Throws if a request is refused.
 */
export async function load(target, { core = null, ...options }) {
  const { url, paths, places, headers = {} } = target
  const asked = JSON.stringify({ url, paths, places, headers, ...options })
  const { command, args } = pin(core, process.execPath, [import.meta.filename, asked])
  const result = JSON.parse((await mustRun('The load', command, args)).stdout)
  if (result.refused > 0) throw new Error(`${url} refused ${result.refused} of ${result.requests} requests`)
  return result
}

async function main({ url, paths, places, headers, connections = 32, seconds, rate }) {
  const { default: autocannon } = await import('autocannon')
  const asked = spread(paths, places)
  let next = 0
  const latencies = []
  const running = autocannon({
    ...{ url, headers, duration: seconds, pipelining: 1 },
    ...(rate === undefined ? { connections } : { connections: Math.min(connections, rate), overallRate: rate }),
    // By default, every connection starts at the beginning of the list, so all request the same page at the same time.
    requests: [{ method: 'GET', setupRequest: (request) => ({ ...request, path: asked[next++ % asked.length] }) }],
  })
  running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  const { requests, errors, non2xx, throughput, duration } = await running
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share))
  const result = { requests: requests.total, refused: errors + non2xx, bytes: throughput.total, seconds: duration }
  process.stdout.write(JSON.stringify({ ...result, p50, p95, p99 }))
}

if (process.argv[1] === import.meta.filename) await main(JSON.parse(process.argv[2]))
