import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { newYorkCloseMs } from '@callwright/scoring'
import type { Answer, DailyBar, OptionQuote } from '../../src/providers/provider.ts'
import { buildCurve, RATE_TENORS } from '../../src/providers/rate-curve.ts'
import { openRecordedMarket } from '../../src/providers/recorded/recorded-provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import type { WireMarket } from '../fake-provider/wire-market.ts'

export type Row = Readonly<Record<string, string>>

/** Number of files that cover all symbols. */
const SHARED_FILES = 8
const BARS_KEPT = 600

/** Reads a recorded pack's files without guards, including adjusted and superseded contracts. */
export async function openRawPack(folder: string, asOfDate: string): Promise<WireMarket> {
  // A pack has no file for a symbol without bars or without options.
  const load = (file: string) => (existsSync(join(folder, file)) ? readCsvFile(join(folder, file)) : [])
  const read = memoizeRecent(SHARED_FILES, load)
  // One call of some formats brings the prices of a hundred symbols.
  const barsOf = memoizeRecent(BARS_KEPT, (symbol: string) => load(`bars/${symbol}.csv.gz`).map(readBar))
  // Requests for one symbol's contracts are consecutive.
  const contractsOf = memoizeRecent(1, (symbol: string) => load(`chains/${symbol}.csv.gz`).map(readContract))
  const answer = <T>(value: T): Answer<T> => ({
    source: 'pack',
    dataClass: 'recorded',
    asOfMs: newYorkCloseMs(asOfDate),
    value,
    missing: [],
  })
  const rowsOf = (file: string, wanted: string) => read(file).filter(({ symbol }) => symbol === wanted)

  return {
    ...(await openRecordedMarket(folder, () => undefined)),
    bars: { listDailyBars: async (symbol) => answer(barsOf(symbol)) },
    quotes: {
      async findQuote(symbol) {
        const [previous, last] = barsOf(symbol).slice(-2)
        if (last === undefined) return answer(null)
        const { close: lastPrice, volume } = last
        return answer({ lastPrice, previousClose: previous?.close ?? null, bid: null, ask: null, volume })
      },
    },
    chains: {
      async findChain(symbol) {
        const quality = rowsOf('quality.csv', symbol)[0]
        return answer({
          contracts: contractsOf(symbol),
          quotedAtMs: Date.parse(quality?.captured_at ?? ''),
          underlyingPriceUsd: readNumber(quality?.underlying_price),
        })
      },
    },
    dividends: {
      async listDividends(symbol) {
        const rows = rowsOf('dividends.csv', symbol)
        return answer(
          rows.map(({ ex_date = '', cash_amount }) => ({ exDate: ex_date, cashUsd: Number(cash_amount), kind: null })),
        )
      },
    },
    splits: {
      async listSplits(symbol) {
        const rows = rowsOf('splits.csv', symbol).filter(({ kind }) => kind === 'split')
        return answer(
          rows.map(({ execution_date = '', ratio }) => ({
            executionDate: execution_date,
            ratio: Number(ratio),
            kind: 'split' as const,
          })),
        )
      },
    },
    async listCurves() {
      const rows = read('../rates.csv').filter(({ date = '' }) => date <= asOfDate)
      const curves = rows.map((row) =>
        buildCurve(
          row.date ?? '',
          RATE_TENORS.map(({ name }) => readNumber(row[name])),
        ),
      )
      return curves.filter((curve) => curve !== null)
    },
  }
}

/** Reads a CSV file. The recorded files read here have no commas in their cells. */
export function readCsvFile(path: string): readonly Row[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim()
  const [header = '', ...lines] = text.split('\n')
  const names = header.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

export function readNumber(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell)
}

/** A missing cell becomes NaN, which is null on the wire. */
function readBar({ date = '', open, high, low, close, volume }: Row): DailyBar {
  const read = (cell: string | undefined) => readNumber(cell) ?? Number.NaN
  return { date, open: read(open), high: read(high), low: read(low), close: read(close), volume: read(volume) }
}

function readContract(row: Row): OptionQuote {
  const { contract = '', type, expiration = '', delta, gamma, theta, vega } = row
  const greeks = [gamma, theta, vega].map(readNumber)
  return {
    contractSymbol: contract,
    type: type === 'C' ? 'call' : 'put',
    expiration,
    strike: Number(row.strike),
    bid: readNumber(row.bid),
    ask: readNumber(row.ask),
    last: readNumber(row.last),
    volume: readNumber(row.volume),
    openInterest: readNumber(row.open_interest),
    vendorGreeks:
      readNumber(delta) === null
        ? null
        : {
            delta: Number(delta),
            gamma: greeks[0] ?? null,
            theta: greeks[1] ?? null,
            vega: greeks[2] ?? null,
            rho: null,
          },
  }
}
