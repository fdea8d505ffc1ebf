import { existsSync } from 'node:fs'
import { readCoachSecrets } from './environment.mjs'
import { freeOf } from './port-check.mjs'
import { serviceSpec, workerEntry, workerSpec } from './services.mjs'
import { workerOpsPorts } from './settings.mjs'

async function startWorkers({ supervisor, settings, common, urls }) {
  const count = existsSync(workerEntry()) ? settings.workers : 0
  const opsPorts = await freeOf(workerOpsPorts(settings.basePort), count)
  return opsPorts.map((opsPort, index) => {
    const name = count === 1 ? 'worker' : `worker-${index + 1}`
    return supervisor.start(workerSpec(name, { opsPort, common, databaseUrl: urls.screener }))
  })
}

/** Starts a service or the gateway. Use the supervisor's `ready` to wait for it. */
export function startService(name, { supervisor, settings, common, urls, market }) {
  const secrets = { 'market-data': market.env, coach: readCoachSecrets(process.env) }
  const own = secrets[name] ?? {}
  return supervisor.start(serviceSpec(name, { basePort: settings.basePort, common, databaseUrl: urls[name], own }))
}

/** Starts auth and market-data first, because the other services call them on startup. */
export async function startServices(services, parts) {
  const { supervisor } = parts
  const allReady = (entries) => Promise.all(entries.map((entry) => supervisor.ready(entry)))
  const first = services.filter((name) => name === 'auth' || name === 'market-data')
  const others = services.filter((name) => !first.includes(name))
  await allReady(first.map((name) => startService(name, parts)))
  const entries = others.map((name) => startService(name, parts))
  const workers = await startWorkers(parts)
  await allReady([...entries, ...workers])
  return [...services, `${workers.length} worker${workers.length === 1 ? '' : 's'}`].join(', ')
}
