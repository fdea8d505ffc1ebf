import type { Handlers } from '@callwright/service'
import { describeMissing, toWireStamp } from '../wire.ts'
import type { ChainRequest, ValuedChain } from './chain.ts'
import { toWireRow } from './contract-row.ts'
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
        earnings_date: chain.earningsDate,
        ex_dividend_date: chain.exDividendDate,
        options: chain.rows.map(toWireRow),
        ...toWireStamp(chain),
      }
    },
  }
}
