import type { ProviderConfig } from '../config.ts'
import type { Reject } from './guards/rejections.ts'
import type { MarketData } from './provider.ts'
import { openRecordedMarket } from './recorded/recorded-provider.ts'

/** Opens the configured source. Rejects with a sentence for the operator where it cannot. */
export function openMarketData(provider: ProviderConfig, reject: Reject): Promise<MarketData> {
  return openRecordedMarket(provider.folder, reject)
}
