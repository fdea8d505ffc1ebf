import type { RecordedMarketConfig, SimulatedMarketConfig } from './config.ts'
import type { Reject } from './providers/guards/rejections.ts'
import type { MarketData } from './providers/provider.ts'
import { openRecordedMarket } from './providers/recorded/recorded-provider.ts'
import { delayAnswers } from './providers/simulated/delay-answers.ts'
import { openSimulatedMarket } from './providers/simulated/simulated-provider.ts'

/** One market for two kinds of callers: user requests take precedence over background jobs. */
export interface Market {
  readonly interactive: MarketData
  readonly background: MarketData
}

/** Opens a market that needs no network. Rejects with a message for the operator if the market cannot be opened. */
export async function openLocalMarket(
  config: SimulatedMarketConfig | RecordedMarketConfig,
  { reject, now }: { readonly reject: Reject; readonly now: () => number },
): Promise<Market> {
  const market = await openMarketData(config, reject, now)
  return { interactive: market, background: market }
}

function openMarketData(
  config: SimulatedMarketConfig | RecordedMarketConfig,
  reject: Reject,
  now: () => number,
): Promise<MarketData> {
  if (config.kind === 'recorded') return openRecordedMarket(config.folder, reject)
  const { seed, universe, delayMs } = config
  const market = openSimulatedMarket({ seed, universe, now })
  return Promise.resolve(delayMs === 0 ? market : delayAnswers(market, delayMs))
}
