import { join } from 'node:path'
import { readJson, remove, writePrivate } from './folder-lock.mjs'
import { end, identityOf } from './processes.mjs'

const runFile = (dataDir) => join(dataDir, 'run.json')

/** Writes the data that other commands need to join the running stack. */
export const writeRun = (dataDir, run) => writePrivate(runFile(dataDir), JSON.stringify(run))

export const removeRun = (dataDir) => remove(runFile(dataDir))

/** Finds the stack that runs on this data folder. Null if there is none, or if its supervisor was killed. */
export function readRun(dataDir) {
  const run = readJson(runFile(dataDir))
  return run !== null && identityOf(run.supervisor.pid) === run.supervisor.identity ? run : null
}

const processesFile = (dataDir) => join(dataDir, 'pids.json')

/** Shutdown order: each process ends before the ones it depends on. */
const stages = ['supervisor', 'gateway', 'service', 'store', 'server']

export const recordProcesses = (dataDir, processes) =>
  writePrivate(processesFile(dataDir), `${JSON.stringify(processes, null, 2)}\n`)

export const removeRecord = (dataDir) => remove(processesFile(dataDir))

/** Recorded processes that still run. A different start time reveals a reused process id. */
export const stillAlive = (recorded, identify = identityOf) =>
  recorded.filter(({ pid, identity }) => Number.isInteger(pid) && pid > 1 && identity && identify(pid) === identity)

/** Ends processes of an earlier run and resolves to their names. */
export async function stopLeftovers(dataDir, say) {
  const recorded = readJson(processesFile(dataDir))
  const alive = stillAlive(Array.isArray(recorded) ? recorded : [])
  if (alive.length > 0) say(`Stopping an earlier run: ${alive.map(({ name }) => name).join(', ')}`)
  for (const stage of stages) {
    const members = alive.filter((entry) => entry.stage === stage)
    // A supervisor stops its children in order, which takes longer than stopping one process.
    const milliseconds = stage === 'supervisor' ? 30_000 : 8_000
    await Promise.all(
      members.map(({ pid, identity }) =>
        end(pid, identity, { name: stage === 'server' ? 'SIGINT' : 'SIGTERM', milliseconds }),
      ),
    )
  }
  return alive.map(({ name }) => name)
}
