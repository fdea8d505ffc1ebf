import { newYorkCloseMs } from '@callwright/scoring'
import { AppError, type Metrics } from '@callwright/service'
import { sourceUnavailable } from '../errors.ts'
import type { Reject } from './guards/rejections.ts'
import type { IsoDate, MarketData } from './provider.ts'

export type ProviderMetrics = ReturnType<typeof createProviderMetrics>

export function createProviderMetrics(metrics: Metrics) {
  const requests = metrics.counter('provider_requests_total', 'Questions put to the source of market data', [
    'endpoint',
    'outcome',
  ])
  const duration = metrics.histogram(
    'provider_request_duration_seconds',
    'Duration of questions put to the source of market data',
    ['endpoint'],
  )
  const rejected = metrics.counter(
    'provider_records_rejected_total',
    'Records of the source that were left out, mended or blanked',
    ['reason'],
  )
  const age = metrics.gauge(
    'provider_data_age_seconds',
    'Age of the newest record last asked for, against the clock of the source',
    ['dataset'],
  )
  const reject: Reject = (reason, count = 1) => rejected.inc({ reason }, count)
  return { requests, duration, reject, age }
}

/**
 * Counts and times every question to the source, and turns whatever goes wrong there into one 503 without details.
 * Answers pass through untouched.
 */
export function observeMarketData(source: MarketData, { requests, duration, age }: ProviderMetrics): MarketData {
  const noteAge = (dataset: string, newest: IsoDate | undefined) => {
    if (newest !== undefined) age.set({ dataset }, Math.max(0, source.clock.now() - newYorkCloseMs(newest)) / 1_000)
  }

  function observe<A extends readonly unknown[], R>(endpoint: string, ask: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      const startedAt = performance.now()
      let outcome = 'ok'
      try {
        return await ask(...args)
      } catch (error) {
        outcome = 'error'
        throw error instanceof AppError ? error : sourceUnavailable(error)
      } finally {
        requests.inc({ endpoint, outcome })
        duration.observe({ endpoint }, (performance.now() - startedAt) / 1_000)
      }
    }
  }
  return {
    revision: source.revision,
    stamp: source.stamp,
    clock: source.clock,
    ping: source.ping,
    bars: {
      listDailyBars: observe('bars', async (symbol) => {
        const answer = await source.bars.listDailyBars(symbol)
        noteAge('bars', answer.value?.at(-1)?.date)
        return answer
      }),
    },
    quotes: { findQuote: observe('quote', source.quotes.findQuote) },
    expirations: { listExpirations: observe('expirations', source.expirations.listExpirations) },
    chains: { findChain: observe('chain', source.chains.findChain) },
    search: { searchSymbols: observe('search', source.search.searchSymbols) },
    reference: {
      listUniverse: observe('universe', source.reference.listUniverse),
      findSymbol: observe('symbol', source.reference.findSymbol),
    },
    fundamentals: { findFundamentals: observe('fundamentals', source.fundamentals.findFundamentals) },
    dividends: { listDividends: observe('dividends', source.dividends.listDividends) },
    splits: { listSplits: observe('splits', source.splits.listSplits) },
    earnings: { findNextEarnings: observe('earnings', source.earnings.findNextEarnings) },
    rates: { findRate: observe('rate', source.rates.findRate) },
    ivHistory: {
      listIvHistory: observe('iv_history', async (symbol) => {
        const answer = await source.ivHistory.listIvHistory(symbol)
        noteAge('iv_history', answer.value.at(-1)?.date)
        return answer
      }),
    },
  }
}
