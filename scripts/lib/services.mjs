import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { portTable, processEnvironment, serviceNames } from './settings.mjs'
import { inRoot, mustRun } from './tool.mjs'

/** Workspace folders of the root package.json, relative to the root and in order. */
export function workspaceFolders() {
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  return workspaces
    .map((pattern) => pattern.replace(/\/\*$/, ''))
    .flatMap((parent) =>
      existsSync(inRoot(parent))
        ? readdirSync(inRoot(parent))
            .sort()
            .map((name) => join(parent, name))
        : [],
    )
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))
}

const entryOf = (name) =>
  name === 'gateway' ? inRoot('apps', 'gateway', 'src', 'main.ts') : inRoot('services', name, 'src', 'main.ts')

export const workerEntry = () => inRoot('services', 'screener', 'src', 'worker.ts')

export const partEntry = (part) => (part === 'worker' ? workerEntry() : entryOf(part))

const migrateEntry = (name) => inRoot('services', name, 'src', 'migrate.ts')

/** Services in this checkout that have an entry file. */
export const presentServices = () => serviceNames.filter((name) => existsSync(entryOf(name)))

/** Services with their own schema: [name, path of migrate.ts]. */
const migrations = (names) => names.map((name) => [name, migrateEntry(name)]).filter(([, file]) => existsSync(file))

/** Status of the readiness check, or null without a response. */
async function readinessOf(host, opsPort, milliseconds) {
  try {
    const response = await fetch(`http://${host}:${opsPort}/readyz`, { signal: AbortSignal.timeout(milliseconds) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

export const isReady = async (opsPort, host = '127.0.0.1') => (await readinessOf(host, opsPort, 2_000)) === 200

/** Node's default semi-space is four times as large but no faster. */
export const memoryFlags = ['--max-semi-space-size=8']

const withSmallHeap = ['gateway', 'portfolio']

/**
 * Limits the growth of the old generation. With Node's default, a process that caches a market or the screener's rows
 * grows to 300 MB. Gateway and portfolio keep little data, and early collection of their response buffers would cost a
 * third of their throughput (docs/performance.md).
 */
export const heapFlags = (part) => (withSmallHeap.includes(part) ? [] : ['--heap-growing-percent=40'])

const spec = (name, stage, file, opsPort, env) => ({
  name,
  stage,
  command: process.execPath,
  args: ['--disable-warning=ExperimentalWarning', ...memoryFlags, ...heapFlags(name), file],
  env,
  ready: () => isReady(opsPort, env.HOST),
  responds: async () => (await readinessOf(env.HOST, opsPort, 5_000)) !== null,
})

/** Makes a service or worker stop when its supervisor has ended, which closes its standard input. */
export const withSupervisor = (spec) => ({ ...spec, args: [...spec.args, '--stop-with-input'] })

/** Spec of a service or the gateway. */
export function serviceSpec(name, { basePort, common, databaseUrl, own }) {
  const { port, opsPort } = portTable(basePort)[name]
  const env = processEnvironment(common, { port, opsPort, databaseUrl, own })
  return spec(name, name === 'gateway' ? 'gateway' : 'service', entryOf(name), opsPort, env)
}

export function workerSpec(name, { opsPort, common, databaseUrl }) {
  return spec(name, 'service', workerEntry(), opsPort, processEnvironment(common, { opsPort, databaseUrl }))
}

/** Schemas of the services that store data. */
export const serviceSchemas = serviceNames.map((name) => name.replaceAll('-', '_'))

/** Creates a role and a schema per service: { auth: url, ... } */
export async function provisionSchemas({ common, adminUrl }) {
  const provision = inRoot('libs', 'service', 'src', 'main.ts')
  const env = { ...common, DATABASE_URL: adminUrl }
  const made = await mustRun('Preparing the database', process.execPath, [provision], { env })
  return JSON.parse(made.stdout.trim().split('\n').at(-1))
}

/** Runs a service's migrations, all of them or up to one by name. */
export const migrateTo = (name, { common, url, to }) =>
  mustRun(`Migrating ${name}`, process.execPath, [migrateEntry(name), ...(to === undefined ? [] : [to])], {
    env: { ...common, DATABASE_URL: url },
  })

/** Creates a role and a schema per service, then runs each service's migrations: { auth: url, ... } */
export async function prepareSchemas({ services, common, adminUrl }) {
  const urls = await provisionSchemas({ common, adminUrl })
  await Promise.all(migrations(services).map(([name]) => migrateTo(name, { common, url: urls[name] })))
  return urls
}
