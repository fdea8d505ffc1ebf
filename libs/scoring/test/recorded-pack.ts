import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { continuousFromBondEquivalent, type QuotedOption, type ScheduledDividend } from '../src/index.ts'
import { type CsvRow, knownOf, numberOf, readCsv } from './shared-data.ts'

export interface PackSymbol {
  readonly symbol: string
  readonly price: number
  readonly bars: {
    readonly high: Float64Array
    readonly low: Float64Array
    readonly close: Float64Array
    readonly volume: Float64Array
  }
  readonly options: readonly QuotedOption[]
  readonly dividends: readonly ScheduledDividend[]
  readonly ivHistory: readonly number[]
  readonly fundamentals: CsvRow | null
  readonly earningsDate: string | null
}

export interface Pack {
  readonly asOf: string
  readonly rate: number
  readonly symbols: readonly string[]
  readonly load: (symbol: string) => PackSymbol | null
}

/** The recorded pack as `libs/scoring` sees it: a symbol without bars is null, one without chain has no options. */
export function openPack(directory: string, asOf: string): Pack {
  const table = (name: string) => readCsv(join(directory, name))
  const rates = readCsv(join(directory, '../rates.csv')).find((row) => row.date === asOf)
  const grouped = (rows: CsvRow[]) => Map.groupBy(rows, (row) => row.symbol ?? '')
  const dividends = grouped(table('dividends.csv'))
  const history = grouped(table('tier-c/iv_history.csv.gz'))
  const fundamentals = grouped(table('tier-c/fundamentals.csv'))
  const earnings = grouped(table('tier-c/earnings.csv'))
  const column = (rows: CsvRow[], name: string) => Float64Array.from(rows, (row) => numberOf(row, name))
  const load = (symbol: string): PackSymbol | null => {
    const barsPath = join(directory, 'bars', `${symbol}.csv.gz`)
    const chainPath = join(directory, 'chains', `${symbol}.csv.gz`)
    if (!existsSync(barsPath)) return null
    const bars = readCsv(barsPath)
    const close = column(bars, 'close')
    const price = close.at(-1)
    if (price === undefined) return null
    return {
      symbol,
      price,
      bars: { high: column(bars, 'high'), low: column(bars, 'low'), close, volume: column(bars, 'volume') },
      options: existsSync(chainPath) ? readCsv(chainPath).filter(ownRoot(symbol)).map(quotedOption) : [],
      dividends: (dividends.get(symbol) ?? []).map((row) => ({
        exDate: row.ex_date ?? '',
        cash: numberOf(row, 'cash_amount'),
      })),
      ivHistory: (history.get(symbol) ?? []).map((row) => numberOf(row, 'iv30')),
      fundamentals: fundamentals.get(symbol)?.[0] ?? null,
      earningsDate: earnings.get(symbol)?.[0]?.earnings_date || null,
    }
  }
  return {
    asOf,
    rate: continuousFromBondEquivalent(Number(rates?.['1M'])),
    symbols: table('universe.csv').map((row) => row.symbol ?? ''),
    load,
  }
}

/** Adjusted contracts carry another root and do not deliver 100 shares of this stock. */
const ownRoot = (symbol: string) => (row: CsvRow) => row.contract?.slice(0, -15) === symbol.replace(/[.-]/, '')

function quotedOption(row: CsvRow): QuotedOption {
  return {
    contractSymbol: row.contract ?? '',
    type: row.type === 'C' ? 'call' : 'put',
    expiration: row.expiration ?? '',
    strike: numberOf(row, 'strike'),
    bid: knownOf(row, 'bid'),
    ask: knownOf(row, 'ask'),
    volume: knownOf(row, 'volume'),
    openInterest: knownOf(row, 'open_interest'),
  }
}
