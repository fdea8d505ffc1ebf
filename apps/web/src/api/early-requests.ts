import type { ChainRow, Query, ScreenerRow } from '@callwright/contracts'
import { columnFields, type ScreenColumn } from '@callwright/contracts/screener-columns'
import { type ApiRequest, request } from './http.ts'
import type { SortOrder } from './market.ts'

// The start script sends requests before any library has loaded, so it and the API slices build them here, with code
// that imports none.

/** Name of a row's field on the wire. */
export type StockField = keyof ScreenerRow
/** Filters, by their names on the wire. */
export type ScreenNarrowing = Omit<
  Query<'screener.view'>,
  'limit' | 'offset' | 'sort_by' | 'sort_order' | 'fields' | 'force_refresh'
>

export interface ScreenQuery {
  readonly sortBy: ScreenColumn
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
  readonly narrowing: ScreenNarrowing
  /** Fields to return for each stock, from `listFields`. */
  readonly fields: readonly StockField[]
}

/** Fields in every request: the name, the rating, and why figures are missing. */
const commonFields = [
  'symbol',
  'company_name',
  'cc_score',
  'score_max',
  'score_points',
  'score_coverage',
  'score_reason',
  'cc_score_change',
  'cc_score_previous',
  'cc_score_previous_date',
  'missing_reason',
] as const satisfies readonly StockField[]

/** Fields of each column. The types check that they exist. */
const fieldsOf: Readonly<Record<ScreenColumn, readonly StockField[]>> = columnFields

/** Lists the fields that these columns need. The list is sorted, so that moving a column does not cause a refetch. */
export function listFields(columns: readonly ScreenColumn[]): StockField[] {
  return [...new Set<StockField>([...commonFields, ...columns.flatMap((column) => fieldsOf[column])])].sort()
}

/** Whether the response contains the figures that a column needs. */
export function hasColumn({ fields }: Pick<ScreenQuery, 'fields'>, column: ScreenColumn): boolean {
  return fieldsOf[column].every((field) => fields.includes(field))
}

export function requestScreen({ sortBy, sortOrder, limit, offset, narrowing, fields }: ScreenQuery): ApiRequest {
  return request('screener.view', {
    query: { ...narrowing, limit, offset, sort_by: sortBy, sort_order: sortOrder, fields: fields.join(',') },
  })
}

/** Builds a request that returns only the number of stocks. */
export const requestCount = (narrowing: ScreenNarrowing): ApiRequest =>
  request('screener.view', { query: { ...narrowing, limit: 1, fields: 'symbol' } })

/** Maximum rows per response. */
const MAX_ROWS = 500

/** Builds a request that returns only ratings, for all stocks from `offset` on, best first. */
export const requestRatings = (offset: number): ApiRequest =>
  requestScreen({
    sortBy: 'cc_score',
    sortOrder: 'desc',
    limit: MAX_ROWS,
    offset,
    narrowing: {},
    fields: ['cc_score'],
  })

export type OptionSide = 'call' | 'put'
/** Which best-call rules a call passes, leaving aside its days to expiration. */
export type CallLiquidity = NonNullable<ChainRow['best_call_liquidity']>

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
