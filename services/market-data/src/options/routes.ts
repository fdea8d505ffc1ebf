import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import type { ChainRequest, ValuedChain } from './chain.ts'
import type { ContractRow } from './contract-row.ts'
import type { ExpirationList } from './expirations.ts'

type OptionId = 'options.chain' | 'options.expirations'

interface Options {
  readonly listExpirations: (symbol: string) => Promise<ExpirationList>
  readonly getChain: (request: ChainRequest) => Promise<ValuedChain>
}

const displayDate = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

export function buildOptionHandlers(options: Options): Pick<Handlers<'market-data'>, OptionId> {
  return {
    'options.expirations': async ({ params }) => {
      const { symbol, expirations, missing, ...stamp } = await options.listExpirations(params.symbol)
      return {
        status: 'success',
        symbol,
        expirations: expirations.map((expiration) => ({
          date: expiration.date,
          display: displayDate.format(Date.parse(`${expiration.date}T00:00:00Z`)),
          days_to_expiration: expiration.days,
          type: expiration.kind,
          earnings_before: expiration.earningsBefore,
          ex_dividend_before: expiration.exDividendBefore,
          note: expiration.note,
        })),
        message: describeMissing(missing),
        ...toWireStamp(stamp),
      }
    },
    'options.chain': async ({ params, query }) => {
      const chain = await options.getChain({
        symbol: params.symbol,
        expiration: query.expiration_date ?? null,
        type: query.type ?? 'call',
      })
      return {
        status: 'success',
        symbol: chain.symbol,
        expiration_date: chain.expiration,
        days_to_expiration: chain.days,
        current_price: chain.priceUsd,
        expected_move: chain.expectedMoveUsd,
        model: chain.model,
        rate: chain.rate.rate,
        rate_source: chain.rate.basis,
        message: describeMissing(chain.missing),
        quote_time: chain.quotedAtMs === null ? null : new Date(chain.quotedAtMs).toISOString(),
        earnings_date: chain.events.earnings?.date ?? null,
        ex_dividend_date: chain.events.exDividendDate,
        options: chain.rows.map(toWireRow),
        ...toWireStamp(chain),
      }
    },
  }
}

function toWireRow(row: ContractRow) {
  const { quote, greeks } = row
  return {
    contract_symbol: quote.contractSymbol,
    type: quote.type,
    strike: quote.strike,
    expiration_date: quote.expiration,
    days_to_expiration: row.days,
    bid: quote.bid,
    ask: quote.ask,
    mid: row.mid,
    last: quote.last,
    volume: quote.volume,
    open_interest: quote.openInterest,
    implied_volatility: row.impliedVolatility,
    delta: greeks.delta,
    gamma: greeks.gamma,
    theta: greeks.theta,
    vega: greeks.vega,
    rho: greeks.rho,
    greeks_source: greeks.source,
    moneyness: row.moneyness,
    in_target: row.inTarget,
    annualized_yield_pct: row.annualizedYieldPct,
    time_value: row.timeValueUsd,
    time_value_yield_pct: row.timeValueYieldPct,
    if_called_return_pct: row.ifCalledReturnPct,
    breakeven: row.breakevenUsd,
    probability_itm: row.probabilityItm,
    probability_profit: row.probabilityProfit,
    probability_touch: row.probabilityTouch,
    flags: [...row.flags],
  }
}
