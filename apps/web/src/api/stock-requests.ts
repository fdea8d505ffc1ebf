import type { OptionSide } from './option-chain.ts'
import { type ApiRequest, request } from './request.ts'

export interface ChainQuery {
  readonly symbol: string
  /** Null to let the server choose: the first expiration that is 30 to 45 days out, or the first one if none is. */
  readonly expiration: string | null
  readonly side: OptionSide
}

export const requestQuote = (symbol: string): ApiRequest => request('stocks.quote', { params: { symbol } })

export const requestExpirations = (symbol: string): ApiRequest => request('options.expirations', { params: { symbol } })

export const requestChain = ({ symbol, expiration, side }: ChainQuery): ApiRequest =>
  request('options.chain', {
    params: { symbol },
    query: { type: side, ...(expiration !== null && { expiration_date: expiration }) },
  })
