import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { readRun } from './run-file.mjs'
import { serviceSpec } from './services.mjs'
import { portTable } from './settings.mjs'
import { createSupervisor } from './supervisor.mjs'

const marketData = (...path) => import(inRoot('services', 'market-data', ...path))

/** Starts a fake provider on loopback that serves a simulated market in the real wire format and counts its calls. */
export async function startProvider() {
  const { openSimulatedMarket } = await marketData('src', 'providers', 'simulated', 'simulated-provider.ts')
  const { startFakeProvider } = await marketData('test', 'fake-provider', 'fake-provider.ts')
  const market = openSimulatedMarket({ seed: 'bench', universe: 'large_cap', now: Date.now })
  return startFakeProvider({ market })
}

/**
 * Settings of a live market with all providers at one address and an unlimited quota. The queue's address is invalid on
 * purpose, because background jobs would use the measured cores and provider.
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
 * For each base port, starts a market-data service on a live market with its own gateway, next to a running stack. They
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
    // The warnings about missing settings are expected, and stay in the log files.
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
