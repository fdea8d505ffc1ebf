import { inRoot } from './root.mjs'

const CHOOSE = 'set MARKET_DATA_PROVIDER for real ones; see docs/providers.md'

const source = (...path) => import(inRoot('services', 'market-data', 'src', ...path))

/**
 * Reads the source of prices with market-data's own configuration code. Returns { note, env }: a sentence for the
 * terminal, and the settings for market-data, with unset variables as undefined. Throws market-data's own error if a
 * setting is invalid or the recorded market cannot be opened. Requires installed packages and the pinned Node.
 */
export async function chooseMarket(env) {
  const { marketVariables, readMarketSource } = await source('config.ts')
  // A live market's stores are not checked here, because the stack provides them.
  const market = readMarketSource(env)
  const settings = Object.fromEntries(marketVariables.map((name) => [name, env[name]]))
  // Processes run in the checkout's folder, so a relative path must be resolved here.
  if (market.kind === 'recorded') settings.RECORDED_DATA_DIR = market.folder
  return { note: await describe(market), env: settings }
}

async function describe(market) {
  if (market.kind === 'recorded') return describeRecorded(market)
  if (market.kind === 'simulated') {
    const size = market.universe === 'extended' ? ' of 6,000 symbols' : ''
    return `Simulated market${size}: not real prices (${CHOOSE})`
  }
  const names = market.providers.map(({ name }) => name).join(', ')
  return [`Market data from ${names} (docs/providers.md)`, ...market.notes].join('; ')
}

async function describeRecorded(market) {
  const { openLocalMarket } = await source('open-market.ts')
  const { interactive } = await openLocalMarket(market, { reject: () => {}, now: Date.now })
  const { asOfMs, dataClass } = interactive.stamp()
  if (dataClass === 'simulated') return `Simulated market: not real prices (${market.folder})`
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(asOfMs)
  return `Recorded market from ${day} (${market.folder})`
}
