import type { CallQuote } from '@callwright/contracts'
import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import type { QuotedCall } from './contract-quotes.ts'
import type { Options } from './options.ts'

type QuoteId = 'marketData.contractQuotes'

export function buildContractQuoteHandlers(
  options: Pick<Options, 'getContractQuotes'>,
): Pick<Handlers<'market-data'>, QuoteId> {
  return {
    'marketData.contractQuotes': async ({ params, body }) => {
      const asked = body.contracts.map(({ expiration_date, strike }) => ({ expiration: expiration_date, strike }))
      const found = await options.getContractQuotes(params.symbol, asked)
      return {
        symbol: found.symbol,
        current_price: found.priceUsd,
        contracts: found.calls.map(toWireCall),
        atm_iv: found.atmIv,
        earnings_date: found.earnings?.date ?? null,
        earnings_session: found.earnings?.session ?? null,
        dividends: found.dividends.map(({ exDate, cash, kind = null }) => ({
          ex_date: exDate,
          cash_amount: cash,
          kind,
        })),
        pays_no_dividend: found.paysNoDividend,
        quoted_at: found.quotedAtMs === null ? null : new Date(found.quotedAtMs).toISOString(),
        market_time: new Date(found.nowMs).toISOString(),
        message: describeMissing(found.missing),
        ...toWireStamp(found),
      }
    },
  }
}

function toWireCall(call: QuotedCall): CallQuote {
  return {
    expiration_date: call.expiration,
    strike: call.strike,
    listed: call.isListed,
    bid: call.bid,
    ask: call.ask,
    premium: call.premium,
    premium_is_quote: call.premiumIsQuote,
    delta: call.delta,
    implied_volatility: call.impliedVolatility,
    put_mid: call.putMid,
    flags: [...call.flags],
  }
}
