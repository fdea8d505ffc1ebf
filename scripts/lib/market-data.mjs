import { inRoot } from './root.mjs'

const CHOOSE = 'MARKET_DATA_PROVIDER chooses another; see docs/providers.md'

const source = (...path) => import(inRoot('services', 'market-data', 'src', ...path))

/**
 * Where prices come from, as market-data itself reads the environment: { note, env }, the sentence for the terminal and
 * the settings for market-data, each variable it knows, unset ones as undefined. Throws market-data's own sentence when
 * a setting is wrong or the recorded market cannot be opened. Needs installed packages and the pinned Node.
 */
export async function chooseMarket(env) {
  const { marketVariables, readMarketSource } = await source('config.ts')
  // The stores of a live market are brought by the stack.
  const market = readMarketSource(env)
  const settings = Object.fromEntries(marketVariables.map((name) => [name, env[name]]))
  // The processes run in the checkout's folder, whatever folder this one was started in.
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
  if (dataClass === 'simulated') return `Invented market: not real prices (${market.folder})`
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'America/New_York' }).format(asOfMs)
  return `Recorded market of ${day} (${market.folder})`
}
