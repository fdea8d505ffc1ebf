import { newYorkDate } from '@callwright/scoring'
import type { MarketData } from '../../src/providers/provider.ts'
import { buildCurve, RATE_TENORS, type RateCurve } from '../../src/providers/rate-curve.ts'
import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'

/** Routes a call to a response; null for an unknown path. */
export type WireRouter = (request: StubRequest) => Promise<StubAnswer> | null
/** Renders the response for a path pattern, given the matched parts. */
export type Render = (path: readonly string[], request: StubRequest) => Promise<StubAnswer>
export type Route = readonly [RegExp, Render]

export interface WireMarket
  extends Pick<
    MarketData,
    'clock' | 'bars' | 'quotes' | 'chains' | 'search' | 'reference' | 'fundamentals' | 'dividends' | 'splits'
  > {
  readonly intradayBars?: MarketData['intradayBars']
  listCurves(): Promise<readonly RateCurve[]>
}

/** Adapts a market for a fake vendor by converting its rates back to par yields. */
export function toWireMarket(market: MarketData): WireMarket {
  return {
    ...market,
    async listCurves() {
      const rates = await Promise.all(RATE_TENORS.map(({ days }) => market.rates.findRate(days)))
      const yields = rates.map(({ value }) => toBondEquivalentPct(value.rate))
      return [buildCurve(newYorkDate(rates[0]?.asOfMs ?? market.clock.now()), yields)].filter((curve) => curve !== null)
    },
  }
}

/** Published yields have two decimals, but invented ones may have more. */
function toBondEquivalentPct(continuousRate: number): number {
  return Number((200 * Math.expm1(continuousRate / 2)).toFixed(6))
}

export function routeTo(routes: readonly Route[]): WireRouter {
  return (request) => {
    for (const [pattern, render] of routes) {
      const match = pattern.exec(decodeURIComponent(request.path))
      if (match !== null) return render(match.slice(1), request)
    }
    return null
  }
}
