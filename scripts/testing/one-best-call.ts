import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EndpointId, Success } from '@callwright/contracts'
import { roundFigures, type ServiceCall } from '@callwright/service'
import { expect } from '@jest/globals'
import { createTools } from '../../services/coach/src/tools/tool-specs.ts'
import type { ToolContext } from '../../services/coach/src/turn/types.ts'
import { buildFactHandlers } from '../../services/market-data/src/facts/routes.ts'
import { buildOptionHandlers, createOptions } from '../../services/market-data/src/options/routes.ts'
import type { MarketData } from '../../services/market-data/src/providers/provider.ts'
import { buildRow, toStoredRow } from '../../services/screener/src/enrichment/build-row.ts'

/**
 * D53: the screener row, the chain, the analysis, the recommendations and the coach name the same best call for every
 * stock. The check runs the real handlers of all services in one process. This file is in scripts/ because services
 * must not import each other.
 */
export const sharedData = resolve(import.meta.dirname, '../../../shared/market-data')
export const hasSharedData = existsSync(join(sharedData, 'us-2026-08-19'))
if (!hasSharedData) process.stderr.write('\n*** SKIPPED: one best call: ../shared/market-data does not exist ***\n\n')
/** Checking all expirations takes long, so it is done only for every 50th stock. */
const WHOLE_LISTS = 50

type Handler = (call: { params: object; query: object; body: object }) => Promise<Success<EndpointId>>

/** Opens the handlers of all services on one market, with cached responses. */
function openServices(market: MarketData) {
  const cached = new Map<string, Promise<unknown>>()
  const cache = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const known = cached.get(key) as Promise<T> | undefined
    const loading = known ?? load()
    cached.set(key, loading)
    return loading
  }
  const options = createOptions({ market, cache: (kind, key, load) => cache(`${kind} ${key}`, load) })
  const handlers = { ...buildOptionHandlers(options), ...buildFactHandlers(market) } as Partial<
    Record<EndpointId, Handler>
  >
  const call = <Id extends EndpointId>(id: Id, { params, query, body }: ServiceCall<Id> = {}): Promise<Success<Id>> => {
    const handler = handlers[id]
    if (handler === undefined) throw new Error(`No handler for ${id}`)
    const given = { params: params ?? {}, query: query ?? {}, body: body ?? {} }
    return cache(JSON.stringify([id, given]), () => handler(given)) as Promise<Success<Id>>
  }
  return { call, tools: createTools({ call }), forget: () => cached.clear() }
}
type Services = ReturnType<typeof openServices>

/** Collects the best call that each part of the product names for a stock, along with the stock's screener row. */
async function collectBestCalls({ call, tools }: Services, symbol: string, isWhole: boolean) {
  const params = { symbol }
  const { row } = buildRow(await call('marketData.facts', { params }), {
    asOf: new Date(Number.NaN),
    past: { callVolumes: [], ratings: [] },
  })
  const { best_contract: contract, best_expiration: date, best_ann_yield: yieldPct } = toStoredRow(row)
  if (contract === null || date === null || yieldPct === null) return { row: toStoredRow(row), named: null }
  const query = { expiration_date: date }
  const chain = await call('options.chain', { params, query })
  const listed = chain.options.find(({ contract_symbol }) => contract_symbol === contract)
  const flagged = chain.options
    .filter(({ best_call_liquidity }) => best_call_liquidity === row.bestLiquidity)
    .toSorted((a, b) => (b.annualized_yield_pct ?? 0) - (a.annualized_yield_pct ?? 0))
  const analysis = await call('options.analyze', { params })
  const { recommendations } = await call('options.recommendations', { params, query: isWhole ? {} : query })
  const coach = await tools.find_options?.({ symbol }, CONTEXT)
  const [coachRow] = coach !== undefined && 'rows' in coach ? (coach.rows as readonly Record<string, unknown>[]) : []
  return {
    row: toStoredRow(row),
    named: {
      chain: flagged[0]?.contract_symbol,
      analysis: analysis.candidates[0]?.contract_symbol,
      analysisMarks: analysis.candidates.filter(({ is_best_call }) => is_best_call).map((one) => one.contract_symbol),
      /** Null if the best call yields too little to be recommended (D22). No other call replaces it. */
      analysisBest: analysis.best?.contract_symbol ?? (yieldPct < 10 ? contract : null),
      recommendations: recommendations[0]?.contract_symbol,
      recommended: recommendations[0]?.is_best_call,
      figures: [listed?.strike, listed?.expiration_date, listed?.bid, listed?.delta, listed?.best_call_liquidity],
      coach: [coachRow?.strike, coachRow?.expiry, coachRow?.premium, coachRow?.delta],
    },
  }
}

const CONTEXT: ToolContext = {
  user: { userId: 'user-1', sessionId: 'session-1', isDemo: false },
  asOf: '2026-07-10T20:00:00.000Z',
  signal: new AbortController().signal,
  requestId: 'request-1',
  page: null,
}

/** Checks the best call of each stock and returns the ratings of the rows in ascending order. */
export async function checkAll(market: MarketData, symbols: readonly string[]): Promise<{ scores: number[] }> {
  const services = openServices(market)
  const scores: number[] = []
  for (const [index, symbol] of symbols.entries()) {
    services.forget()
    const isWhole = index % WHOLE_LISTS === 0
    const { row, named } = await collectBestCalls(services, symbol, isWhole)
    if (named === null) {
      const { candidates, best } = await services.call('options.analyze', { params: { symbol } })
      expect([symbol, candidates.filter(({ is_best_call }) => is_best_call), best]).toEqual([symbol, [], null])
      continue
    }
    if (row.cc_score !== null) scores.push(row.cc_score)
    const { best_contract: contract, best_strike, best_expiration, best_bid, best_delta, best_liquidity } = row
    expect([symbol, roundFigures(named)]).toEqual([
      symbol,
      {
        chain: contract,
        analysis: contract,
        analysisMarks: [contract],
        analysisBest: contract,
        recommendations: contract,
        recommended: true,
        figures: [best_strike, best_expiration, best_bid, best_delta, best_liquidity],
        coach: [best_strike, best_expiration, best_bid, best_delta],
      },
    ])
  }
  return { scores: scores.toSorted((a, b) => a - b) }
}
