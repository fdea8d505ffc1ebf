import { pin } from './bench-cores.mjs'
import { sum } from './bench-page-verdicts.mjs'
import { inRoot } from './root.mjs'
import { mustRun } from './tool.mjs'

const CONNECTIONS = 32
const WARM_UP_SECONDS = 3
const UNLOADED_SECONDS = 5
/** If the servers were busy for less than this share of wall-clock time, they were not the bottleneck. */
const BUSY = 0.93

/** Runs a script of this folder on the load's core and returns its JSON output. */
async function runLoad(core, script, options) {
  const { command, args } = pin(core, process.execPath, [inRoot('scripts', 'lib', script), JSON.stringify(options)])
  return JSON.parse((await mustRun(script, command, args)).stdout)
}

/**
 * Rounds of load. A target is { url, paths, places, processes, headers }: `places` is the number of offsets per path,
 * `processes` names those that take part in a response, and `headers` is a function because tokens expire.
 * `readCpu(process)` returns the CPU seconds of a process.
 */
export function openPageRounds({ core, seconds, readCpu }) {
  const readTarget = ({ url, paths, places, headers }) => ({ url, paths, places, headers: headers() })
  const load = (target, duration) =>
    runLoad(core, 'bench-cannon.mjs', { ...readTarget(target), connections: CONNECTIONS, seconds: duration })

  const warmUp = (target) => load(target, WARM_UP_SECONDS)

  return {
    /**
     * Measures a target under full load: { rps, p50, p99, cpu, bytes, isServerBound }, with `cpu` in microseconds per
     * request by process.
     */
    async loaded(target) {
      await warmUp(target)
      const before = await Promise.all(target.processes.map(readCpu))
      const startedAt = performance.now()
      const round = await load(target, seconds)
      const wallSeconds = (performance.now() - startedAt) / 1_000
      const after = await Promise.all(target.processes.map(readCpu))
      if (round.refused > 0) throw new Error(`${target.url} refused ${round.refused} of ${round.requests} requests`)
      const used = after.map((value, index) => value - before[index])
      return {
        rps: round.requests / round.seconds,
        p50: round.p50,
        p99: round.p99,
        bytes: round.bytes / round.requests,
        cpu: used.map((value) => (value * 1e6) / round.requests),
        isServerBound: sum(used) / Math.min(round.seconds, wallSeconds) >= BUSY,
        requests: round.requests,
      }
    },
    /** Measures one request at a time on warm processes: { p50, p99 } in milliseconds by target name. */
    async unloaded(targets) {
      for (const target of Object.values(targets)) await warmUp(target)
      const asked = Object.entries(targets).map(([name, target]) => [name, readTarget(target)])
      // Pass each list only once, because the length of a command-line argument is limited.
      const lists = [...new Set(asked.map(([, { paths }]) => paths))]
      const named = asked.map(([name, target]) => [name, { ...target, paths: lists.indexOf(target.paths) }])
      return runLoad(core, 'bench-unloaded.mjs', {
        ...{ targets: Object.fromEntries(named), lists },
        seconds: UNLOADED_SECONDS,
      })
    },
  }
}
