import type { Owner } from '@callwright/contracts'
import type { GatewayConfig } from './config.ts'

export type Upstream = Exclude<Owner, 'gateway'>

export const upstreams = ['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const satisfies Upstream[]

export function readUpstreamUrl(config: GatewayConfig, owner: Upstream): string {
  const urls: Readonly<Record<Upstream, string>> = {
    auth: config.authUrl,
    'market-data': config.marketDataUrl,
    screener: config.screenerUrl,
    portfolio: config.portfolioUrl,
    coach: config.coachUrl,
  }
  return urls[owner]
}
