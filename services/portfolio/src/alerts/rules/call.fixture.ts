import {
  type CompanyEvents,
  findAttention,
  findAttentionLevel,
  measurePosition,
  type PositionQuote,
  recommend,
} from '@callwright/scoring'
import type { StoredPosition } from '../../positions/position-book.ts'
import type { WatchedCall } from './rule.ts'

interface InventedFigures {
  readonly now?: string
  readonly price?: number | null
  readonly premium?: number | null
  readonly delta?: number | null
  readonly deltaAtMost?: number | null
  readonly earnings?: string | null
  readonly exDate?: string
  readonly cash?: number
}

const stored = {
  id: 'p1',
  symbol: 'KO',
  strike: 65,
  expiration: '2026-07-24',
  entryDate: '2026-06-26',
  entryPrice: 60,
  premium: 2.5,
  contracts: 1,
} as StoredPosition

/** A call on KO at 65 that expires on Jul 24, 2026, as the portfolio values it with these quotes. */
export function inventCall(given: InventedFigures): WatchedCall {
  const { now = '2026-07-10T15:00:00Z', price = 62, premium = 1.25, delta = 0.3, deltaAtMost = null } = given
  const { earnings = null, exDate, cash = 0 } = given
  const quote: PositionQuote = {
    ...{ price, priceSource: 'quote', currentPremium: premium, premiumIsFallback: false },
    ...{ premiumSource: premium === null ? null : 'quote', ask: null, delta, deltaAtMost },
    ...{ impliedVolatility: null, impliedVolatilityAtMost: null, atmIv: null },
    ...{ expirationClose: null, shareChanges: [], strikeLoweredOn: null },
  } as PositionQuote
  const metrics = measurePosition(stored, quote, Date.parse(now))
  const events: CompanyEvents = {
    earnings: earnings === null ? null : { date: earnings, session: null },
    dividends: exDate === undefined ? [] : [{ exDate, cash }],
    paysNoDividend: exDate === undefined,
  }
  const valued = { stored, call: null, metrics, recommendation: recommend(metrics) }
  return {
    assessed: {
      ...findAttention(metrics, events, { putMid: null }),
      ...{ valued, events, level: findAttentionLevel(metrics).atLeast },
    },
    asOf: now,
    dataClass: 'live',
  }
}
