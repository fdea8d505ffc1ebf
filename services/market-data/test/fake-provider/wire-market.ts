import { newYorkDate } from '@callwright/scoring'
import type { MarketData } from '../../src/providers/provider.ts'
import { buildCurve, RATE_TENORS, type RateCurve } from '../../src/providers/rate-curve.ts'
import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'

/** What a provider says to a call, null where it has nothing at that address. */
export type WireRouter = (request: StubRequest) => Promise<StubAnswer> | null
/** Answers an address of one pattern, given the parts that the pattern names. */
export type Render = (path: readonly string[], request: StubRequest) => Promise<StubAnswer>
export type Route = readonly [RegExp, Render]

/** What a vendor has to know to be one. */
export interface WireMarket
  extends Pick<
    MarketData,
    'clock' | 'bars' | 'quotes' | 'chains' | 'search' | 'reference' | 'fundamentals' | 'dividends' | 'splits'
  > {
  readonly intradayBars?: MarketData['intradayBars']
  /** The yields as they were published, in any order. */
  listCurves(): Promise<readonly RateCurve[]>
}

/** Any market as a vendor's: its rates become the par yields that they follow from. */
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

/** Published to the hundredth, but invented ones may have more digits. */
function toBondEquivalentPct(continuousRate: number): number {
  return Number((200 * Math.expm1(continuousRate / 2)).toFixed(6))
}

/** Answers by the first pattern that an address fits. */
export function routeTo(routes: readonly Route[]): WireRouter {
  return (request) => {
    for (const [pattern, render] of routes) {
      const match = pattern.exec(decodeURIComponent(request.path))
      if (match !== null) return render(match.slice(1), request)
    }
    return null
  }
}
