import { addDays, type EarningsReport, newYorkDate } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { createCallMemo } from '../http/call-memo.ts'
import {
  type JsonObject,
  readDay,
  readKnownJsonNumber,
  readObject,
  readPositiveNumber,
  readText,
} from '../http/json-values.ts'
import type {
  CashDividend,
  DividendSource,
  EarningsSource,
  FundamentalsSource,
  IvRankSource,
  Missing,
} from '../provider.ts'
import { lacks, type TastytradeContext, toVendorSymbol } from './tastytrade-client.ts'

const PATH = '/market-metrics'
const SYMBOLS_PER_CALL = 50
/** The vendor computes its figures about every quarter of an hour. */
const KEEP_MS = 15 * 60_000
const MAX_GROUPS = 200
/** How far back past reports are requested. */
const PAST_DAYS = 3 * 365

export const createMetricsMemo = () =>
  createCallMemo<ReadonlyMap<string, JsonObject>>({ keepMs: KEEP_MS, maxWeight: MAX_GROUPS })

interface MetricsSources {
  readonly fundamentals: FundamentalsSource
  readonly dividends: DividendSource
  readonly earnings: EarningsSource
  readonly ivRank: IvRankSource
}

/**
 * Creates the sources based on the vendor's metrics, of which one call brings those of fifty symbols: market
 * capitalization, dividends, the next report, and the vendor's own IV rank and percentile.
 */
export function createMetrics(context: TastytradeContext, memo: ReturnType<typeof createMetricsMemo>): MetricsSources {
  const { client, now, stamps, universe } = context
  const recall = memo.open(now)
  const groups = groupSymbols(
    universe.map(({ symbol }) => symbol),
    SYMBOLS_PER_CALL,
  )
  const today = () => newYorkDate(now())

  async function findMetrics(symbol: string): Promise<JsonObject | null> {
    const group = groups.get(symbol) ?? [symbol]
    const rows = await recall(group.join(), async () => {
      const items = await client.listItems(PATH, { symbols: group.map(toVendorSymbol).join() })
      return new Map(items.map((item) => [readText(item.symbol) ?? '', item]))
    })
    return rows.get(toVendorSymbol(symbol)) ?? null
  }

  const eventsOf = (kind: string, symbol: string) =>
    `${PATH}/historic-corporate-events/${kind}/${encodeURIComponent(toVendorSymbol(symbol))}`

  return {
    fundamentals: {
      async findFundamentals(symbol) {
        const metrics = await findMetrics(symbol)
        const marketCapUsd = readPositiveNumber(metrics?.['market-cap'])
        const dividendYield = readKnownJsonNumber(metrics?.['dividend-yield'])
        const missing: Missing[] = [
          ...(marketCapUsd === null ? [lacks('market_cap', `market capitalization for ${symbol}`)] : []),
          lacks('net_margin', 'net margin'),
          lacks('debt_to_equity', 'debt to equity'),
          ...(dividendYield === null ? [lacks('dividend_yield', `dividend yield for ${symbol}`)] : []),
          lacks('credit_rating', 'credit ratings'),
        ]
        const dividendYieldPct = dividendYield === null ? null : dividendYield * 100
        return stamps.facts({ ...UNKNOWN_FUNDAMENTALS, marketCapUsd, dividendYieldPct }, missing)
      },
    },
    dividends: {
      async listDividends(symbol) {
        const [rows, metrics] = await Promise.all([
          client.listItems(eventsOf('dividends', symbol)),
          findMetrics(symbol),
        ])
        const past = rows.flatMap((row) => readDividend(row['occurred-date'], row.amount))
        const declared = readDividend(metrics?.['dividend-ex-date'], metrics?.['dividend-rate-per-share'])
        // The amount of the next dividend is known only if it is one of the past amounts; a yearly rate is not.
        const next = declared.filter(
          ({ exDate, cashUsd }) =>
            exDate > (past.at(-1)?.exDate ?? '') && past.some((paid) => paid.cashUsd === cashUsd),
        )
        return stamps.facts([...past, ...next].sort((a, b) => (a.exDate < b.exDate ? -1 : 1)))
      },
    },
    earnings: {
      async findNextEarnings(symbol) {
        const report = readReport(readObject((await findMetrics(symbol))?.earnings))
        const isNext = report !== null && report.date >= today()
        return stamps.facts(isNext ? report : null, isNext ? [] : [lacks('earnings_date', `next report for ${symbol}`)])
      },
      async listPastEarnings(symbol) {
        const from = addDays(today(), -PAST_DAYS)
        const rows = await client.listItems(eventsOf('earnings-reports', symbol), { 'start-date': from })
        const reports = rows.flatMap((row): EarningsReport[] => {
          const date = readDay(row['occurred-date'])
          return date === null ? [] : [{ date, session: null }]
        })
        return stamps.facts(reports.sort((a, b) => (a.date < b.date ? -1 : 1)))
      },
    },
    ivRank: {
      async findIvRank(symbol) {
        const metrics = await findMetrics(symbol)
        // Unlike some other figures of the vendor, both are fractions.
        const rank = readPlace(metrics?.['implied-volatility-index-rank'])
        if (rank === null) return stamps.facts(null, [lacks('iv_rank', `IV rank for ${symbol}`)])
        return stamps.facts({ rank, percentile: readPlace(metrics?.['implied-volatility-percentile']) })
      },
    },
  }
}

/** The group of each symbol: symbols that are requested together. */
export function groupSymbols(symbols: readonly string[], size: number): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>()
  for (let start = 0; start < symbols.length; start += size) {
    const group = symbols.slice(start, start + size)
    for (const symbol of group) groups.set(symbol, group)
  }
  return groups
}

/** A fraction as a place from 0 to 100. Today's volatility may be outside the range of the year before it. */
function readPlace(value: unknown): number | null {
  const fraction = readKnownJsonNumber(value)
  return fraction === null ? null : Math.min(100, Math.max(0, fraction * 100))
}

function readDividend(day: unknown, amount: unknown): CashDividend[] {
  const exDate = readDay(day)
  const cashUsd = readPositiveNumber(amount)
  return exDate === null || cashUsd === null ? [] : [{ exDate, cashUsd, kind: null }]
}

const SESSIONS: Readonly<Record<string, EarningsReport['session']>> = { BTO: 'before_open', AMC: 'after_close' }

function readReport(earnings: JsonObject): EarningsReport | null {
  const date = readDay(earnings['expected-report-date'])
  return date === null ? null : { date, session: SESSIONS[readText(earnings['time-of-day']) ?? ''] ?? null }
}
