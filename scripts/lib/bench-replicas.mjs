import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { readRun } from './run-file.mjs'
import { serviceSpec } from './services.mjs'
import { portTable } from './settings.mjs'
import { createSupervisor } from './supervisor.mjs'

const marketData = (...path) => import(inRoot('services', 'market-data', ...path))

/** A provider on loopback that speaks as the real ones do, tells a simulated market, and counts its calls. */
export async function startProvider() {
  const { openSimulatedMarket } = await marketData('src', 'providers', 'simulated', 'simulated-provider.ts')
  const { startFakeProvider } = await marketData('test', 'fake-provider', 'fake-provider.ts')
  const market = openSimulatedMarket({ seed: 'bench', universe: 'large_cap', now: Date.now })
  return startFakeProvider({ market })
}

/**
 * A live market whose providers are all at one address, with calls enough for any round. Its jobs stay away, whose queue
 * is nowhere: they would fill the store meanwhile, on the cores and from the provider that are measured.
 */
const liveMarket = (providerUrl) => ({
  MARKET_DATA_PROVIDER: 'massive',
  MASSIVE_API_KEY: 'bench',
  MASSIVE_BASE_URL: providerUrl,
  MASSIVE_CALLS_PER_MINUTE: '600000',
  TREASURY_BASE_URL: providerUrl,
  SEC_USER_AGENT: undefined,
  REDIS_QUEUE_URL: 'redis://127.0.0.1:1',
})

/**
 * Beside a running stack, for each base port one more market-data, on a live market, and a gateway in front of it. They
 * share the stack's accounts, stores and keys.
 */
export function openReplicas({ dataDir, basePorts, print }) {
  const run = readRun(dataDir)
  const supervisor = createSupervisor({
    logDir: join(dataDir, 'logs'),
    logAll: false,
    print,
    onChange: () => {},
    onDead: (error) => print(error.message),
  })
  const start = (name, basePort, settings) => {
    const spec = serviceSpec(name, { basePort, databaseUrl: run.databaseUrls[name], ...settings })
    // What they lack on purpose they warn of; their log files have it.
    return supervisor.start({ ...spec, name: `${name}-${basePort}`, quiet: true })
  }
  const startPair = (basePort, own) => {
    const marketDataUrl = `http://127.0.0.1:${portTable(basePort)['market-data'].port}`
    const common = { ...run.common, MARKET_DATA_URL: marketDataUrl }
    return [start('market-data', basePort, { common, own }), start('gateway', basePort, { common })]
  }

  return {
    urls: basePorts.map((basePort) => `http://localhost:${basePort}`),
    async start(providerUrl) {
      const entries = basePorts.flatMap((basePort) => startPair(basePort, liveMarket(providerUrl)))
      await Promise.all(entries.map((entry) => supervisor.ready(entry)))
    },
    close: supervisor.stop,
  }
}
