import { existsSync } from 'node:fs'
import { processEnvironment } from './environment.mjs'
import { inRoot } from './root.mjs'
import { portTable, serviceNames } from './settings.mjs'

const entryOf = (name) =>
  name === 'gateway' ? inRoot('apps', 'gateway', 'src', 'main.ts') : inRoot('services', name, 'src', 'main.ts')

export const workerEntry = () => inRoot('services', 'screener', 'src', 'worker.ts')

/** The entry of a process by its name: a service, the gateway, or a worker. */
export const partEntry = (part) => (part === 'worker' ? workerEntry() : entryOf(part))

const migrateEntry = (name) => inRoot('services', name, 'src', 'migrate.ts')

/** The services of this checkout that have an entry. */
export const presentServices = () => serviceNames.filter((name) => existsSync(entryOf(name)))

/** Of these services those with a schema of their own: [name, path of its migrate.ts]. */
export const migrations = (names) =>
  names.map((name) => [name, migrateEntry(name)]).filter(([, file]) => existsSync(file))

export async function isReady(opsPort) {
  try {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/** Of every process: Node by itself gives new objects four times the room, and is no faster for it. */
export const memoryFlags = ['--max-semi-space-size=8']

const keepsLittle = ['gateway', 'portfolio']

/**
 * By itself Node lets what has aged grow to a multiple before it clears up, in a process that keeps a market or a screen to
 * 300 MB. Gateway and portfolio keep little, and the buffers and texts of passing answers count too: to clear them up early
 * costs each of them a third of its speed (docs/performance.md).
 */
export const heapFlags = (part) => (keepsLittle.includes(part) ? [] : ['--heap-growing-percent=40'])

const spec = (name, stage, file, opsPort, env) => ({
  name,
  stage,
  command: process.execPath,
  args: ['--disable-warning=ExperimentalWarning', ...memoryFlags, ...heapFlags(name), file],
  env,
  ready: () => isReady(opsPort),
})

/** A service or the gateway, as the supervisor starts it. */
export function serviceSpec(name, { basePort, common, databaseUrl, own }) {
  const { port, opsPort } = portTable(basePort)[name]
  const env = processEnvironment(common, { port, opsPort, databaseUrl, own })
  return spec(name, name === 'gateway' ? 'gateway' : 'service', entryOf(name), opsPort, env)
}

export function workerSpec(name, { opsPort, common, databaseUrl }) {
  return spec(name, 'service', workerEntry(), opsPort, processEnvironment(common, { opsPort, databaseUrl }))
}
