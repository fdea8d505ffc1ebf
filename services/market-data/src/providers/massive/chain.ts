import { addDays, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import { latestSession } from '../../calendar-day.ts'
import { type JsonObject, readObject } from '../http/json-values.ts'
import type { Query } from '../http/provider-client.ts'
import type { Answer, ChainFilter, ChainSource, Missing, OptionChain, OptionQuote } from '../provider.ts'
import { lacks, type MassiveContext } from './answers.ts'
import { type ChainRow, readChainRow, readContract } from './chain-row.ts'
import { type Pages, withPartial } from './massive-client.ts'

const PAGE_ROWS = 250
/** Enough for 25,000 contracts, twice as many as the longest chain of any stock or fund. */
const MAX_PAGES = 100

/**
 * Reads a symbol's chain from the snapshot endpoint. If any page fails, the whole request fails, with the rows read so
 * far as `partial`: a chain without some of its strikes must not pass as complete (F23).
 */
export function createChains(context: MassiveContext): ChainSource {
  return {
    async findChain(symbol, filter = {}) {
      const path = `/v3/snapshot/options/${encodeURIComponent(symbol)}`
      const query = { limit: PAGE_ROWS, ...toQuery(filter, newYorkDate(context.now())) }
      const pages = await context.client.listPages({ path, query }, { maxPages: MAX_PAGES })
      const answer = answerChain(context, symbol, pages)
      if (pages.brokenBy === null) return answer
      throw withPartial(pages.brokenBy, answer)
    },
  }
}

function toQuery({ type, minDays, maxDays, minStrike, maxStrike, expiration }: ChainFilter, today: string): Query {
  return {
    contract_type: type,
    expiration_date: expiration,
    'expiration_date.gte': minDays === undefined ? undefined : addDays(today, minDays),
    'expiration_date.lte': maxDays === undefined ? undefined : addDays(today, maxDays),
    'strike_price.gte': minStrike,
    'strike_price.lte': maxStrike,
  }
}

function answerChain(context: MassiveContext, symbol: string, pages: Pages): Answer<OptionChain | null> {
  const rows = readRows(context, symbol, pages.rows)
  const missing: Missing[] = []
  if (pages.brokenBy !== null) {
    missing.push({ field: 'chain', reason: `The chain is incomplete: ${pages.brokenBy.detail}` })
  }
  if (rows.length === 0) {
    return context.stamps.prices(null, 'delayed', null, [...missing, lacks('chain', `option chain for ${symbol}`)])
  }
  const contracts = rows.map(({ quote }) => quote).sort(byExpirationStrikeType)
  const quotedAtMs = rows.reduce<number | null>((latest, row) => later(latest, row.quotedAtMs), null)
  const hasQuotes = rows.some(({ hasQuoteBlock }) => hasQuoteBlock)
  if (!hasQuotes) missing.push(...describeIndicative(rows))
  if (contracts.every(({ vendorGreeks }) => vendorGreeks === null)) {
    missing.push(lacks('vendor_greeks', 'greeks of these contracts'))
  }
  const isLive = hasQuotes && !pages.delayed && !rows.some(({ isDelayed }) => isDelayed)
  return context.stamps.prices(
    { contracts, quotedAtMs, underlyingPriceUsd: null },
    isLive ? 'live' : 'delayed',
    quotedAtMs,
    missing,
  )
}

/** Standard contracts that have not expired, without duplicates. Rejected rows are counted. */
function readRows({ now, reject }: MassiveContext, symbol: string, rows: readonly JsonObject[]): ChainRow[] {
  const rules = { root: symbol.replace('.', ''), today: newYorkDate(now()) }
  const sessionStartMs = newYorkMidnightMs(latestSession(now()))
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const contract = readContract(readObject(row.details), rules)
    if (typeof contract === 'string') {
      reject(contract)
      return []
    }
    if (seen.has(contract.contractSymbol)) {
      reject('duplicate')
      return []
    }
    seen.add(contract.contractSymbol)
    return [readChainRow(row, contract, sessionStartMs, reject)]
  })
}

/** Builds notes for plans without quotes, on which prices come from trades and liquidity cannot be rated. */
function describeIndicative(rows: readonly ChainRow[]): Missing[] {
  const old = rows.filter(({ quote, isDayOld }) => quote.last !== null && isDayOld)
  const missing: Missing[] = [
    {
      field: 'bid',
      reason:
        'Indicative prices: this Massive plan has no bid and ask, so prices come from past trades or the close of the day, and spread and liquidity are not rated',
    },
  ]
  if (old.length > 0) {
    missing.push({
      field: 'last',
      reason: `${old.length} of the last prices are from earlier sessions`,
    })
  }
  return missing
}

function byExpirationStrikeType(a: OptionQuote, b: OptionQuote): number {
  if (a.expiration !== b.expiration) return a.expiration < b.expiration ? -1 : 1
  return a.strike - b.strike || (a.type < b.type ? -1 : 1)
}

function later(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}
