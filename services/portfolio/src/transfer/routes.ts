import { MAX_CSV_LENGTH, PRICE_DECIMALS, type Success } from '@callwright/contracts'
import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { type Call, getUser, type Handlers } from '@callwright/service'
import Papa from 'papaparse'
import { unclearCsv, unknownColumns, unknownImport, unreadableCsv } from '../errors.ts'
import type { ImportMaps } from '../import/import-maps.ts'
import { type PlannedImport, planLedgerImport, planStatementImport, recordImport } from '../import/import-statement.ts'
import { type LedgerCopy, writeLedgerCsv } from '../ledger-file/export-ledger.ts'
import { isLedgerFile } from '../ledger-file/read-ledger-file.ts'
import type { PositionBook } from '../positions/position-book.ts'
import type { PositionStore } from '../positions/position-store.ts'
import { type createIdempotentWrite, toWirePosition } from '../positions/routes.ts'
import type { PrepareCheck } from '../positions/stock-names.ts'
import type { FileForm } from '../statement/dialect.ts'
import { readInThread } from '../statement/read-in-thread.ts'
import { RUNS_AS_FORMULA } from '../statement/reader.ts'
import { UnreadableFile } from '../statement/unreadable.ts'
import { toWireMarket } from '../valuation/routes.ts'
import type { ReadPortfolio, ValuedPortfolio } from '../valuation/valuation.ts'
import { findFileForm, isPositionFile, readCsv, termColumns } from './csv-file.ts'
import { importPositions } from './import-positions.ts'
import { sendCsv } from './send-csv.ts'

type TransferId =
  | 'portfolio.export'
  | 'portfolio.import'
  | 'portfolio.undoImport'
  | 'portfolio.listImportMaps'
  | 'portfolio.saveImportMap'
  | 'portfolio.removeImportMap'

export function transferRoutes(deps: {
  readonly readPortfolio: ReadPortfolio
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly prepareCheck: PrepareCheck
  readonly maps: ImportMaps
  /** System clock, in milliseconds. */
  readonly now: () => number
  readonly store: Pick<PositionStore, 'read' | 'readCopy'>
}): Pick<Handlers<'portfolio'>, TransferId> {
  const { readPortfolio, writeIdempotently, prepareCheck, maps, store, now } = deps
  const { read: readLedger, readCopy } = store
  return {
    async 'portfolio.export'({ identity, query, request, reply }) {
      const { userId } = getUser(identity)
      return sendCsv(
        reply,
        query.what === 'ledger'
          ? writeLedger(await readCopy(userId), (await prepareCheck([], request.id)).today)
          : writePositions(await readPortfolio(userId, request.id)),
      )
    },
    async 'portfolio.import'(call) {
      const work = await readOrRefuse(call)
      return typeof work === 'function' ? writeIdempotently('portfolio.import', call, work) : work
    },
    'portfolio.undoImport': (call) =>
      writeIdempotently('portfolio.undoImport', call, async (book) => {
        const events = await book.undoImport(call.params.id)
        if (events === 0) throw unknownImport()
        return { status: 'success' as const, events }
      }),
    'portfolio.listImportMaps': async ({ identity }) => ({
      status: 'success',
      maps: await maps.list(getUser(identity).userId),
    }),
    async 'portfolio.saveImportMap'({ identity, body }) {
      await maps.save(getUser(identity).userId, body)
      return { status: 'success' }
    },
    async 'portfolio.removeImportMap'({ identity, params }) {
      await maps.remove(getUser(identity).userId, params.id)
      return { status: 'success' }
    },
  }

  async function readOrRefuse(call: Call<'portfolio.import'>): Promise<ImportWork> {
    try {
      return await prepareImport(call)
    } catch (error) {
      throw error instanceof UnreadableFile ? unreadableCsv(error.message) : error
    }
  }

  /** Reads the file before the transaction; what is read decides what the transaction does. */
  async function prepareImport(call: Call<'portfolio.import'>): Promise<ImportWork> {
    const { csv, separator, decimal, dates, map, ...choices } = call.body
    const isDryRun = call.query.dry_run ?? false
    const { userId } = getUser(call.identity)
    const refuseUnclear = (questions: FileForm['questions']) => {
      const [question] = questions
      if (question !== undefined && !isDryRun) throw unclearCsv(question)
    }
    if (map === undefined && isPositionFile(csv)) {
      requireLength(csv)
      const table = await readCsv(csv, separator)
      const form = findFileForm(table, { decimal, dates })
      refuseUnclear(form.questions)
      const check = await prepareCheck(
        table.rows.map(({ cells }) => cells.ticker),
        call.request.id,
      )
      return (book) => importPositions(book, table, form, { ...choices, isDryRun, check })
    }
    if (map === undefined && isLedgerFile(csv)) {
      const check = await prepareCheck([], call.request.id)
      // Like recording, which takes the later of the market's day and today.
      const today = [check.today, newYorkDate(now())].toSorted().at(-1) ?? check.today
      return finish(await planLedgerImport(await readLedger(userId), { body: call.body, today }), isDryRun)
    }
    requireLength(csv)
    const read = await readInThread({ csv, separator, decimal, dates, map })
    if (!('readings' in read)) {
      if (!isDryRun) throw unknownColumns()
      const saved = await maps.find(userId, read.header)
      const { line: header_line, header, samples, words } = read
      const columns = { separator: read.separator, header_line, header: [...header] }
      return {
        status: 'success',
        kind: 'columns',
        dry_run: true,
        ...columns,
        map: saved?.map ?? null,
        map_id: saved?.id ?? null,
        samples: samples.map((cells) => [...cells]),
        words: words.map((texts) => [...texts]),
      }
    }
    refuseUnclear(read.form.questions)
    const symbols = new Set(
      read.readings.flatMap((reading) => (reading.kind === 'trade' ? [reading.trade.symbol] : [])),
    )
    const check = await prepareCheck([...symbols], call.request.id)
    const planned = await planStatementImport(await readLedger(userId), { statement: read, body: call.body, check })
    return finish(planned, isDryRun)
  }
}

function requireLength(csv: string): void {
  if (csv.length <= MAX_CSV_LENGTH) return
  const most = MAX_CSV_LENGTH.toLocaleString('en-US')
  throw unreadableCsv(`The text has more than ${most} characters. Export a shorter period, and import file by file.`)
}

const finish = (planned: PlannedImport, isDryRun: boolean): ImportWork =>
  isDryRun ? planned.answer : (book) => recordImport(book, planned)

/** The response of a preview, or what an import writes in its transaction. */
type ImportWork = Success<'portfolio.import'> | ((book: PositionBook) => Promise<Success<'portfolio.import'>>)

const figureColumns = [
  'shares',
  'state',
  'outcome',
  'days_to_expiration',
  'current_price',
  'current_premium',
  'premium_source',
  'delta',
  'stock_pnl',
  'option_pnl',
  'cc_pnl',
  'cc_pnl_percent',
  'pnl_gap',
  'static_yield_pct',
  'recommendation',
  'market_time',
  'as_of',
  'data_class',
  'source',
] as const

const SCALE = 10 ** PRICE_DECIMALS

const round = <V>(value: V) => (typeof value === 'number' ? Math.round(value * SCALE) / SCALE : value)

interface WrittenFile {
  readonly fileName: string
  readonly lines: string
}

/** Writes all positions with their values, data class and as-of time. An unknown value is an empty cell. */
function writePositions(portfolio: ValuedPortfolio): WrittenFile {
  const { market_time } = toWireMarket(portfolio)
  const rows = portfolio.positions.map(({ stored, metrics, recommendation }) => {
    const { created_at: _added, updated_at: _changed, ...position } = toWirePosition(stored)
    const { as_of, data_class, source } = portfolio.quotes.get(stored.symbol)?.answer ?? UNREAD
    return {
      ...position,
      state: metrics.state,
      outcome: metrics.outcome?.state ?? null,
      days_to_expiration: metrics.daysToExpiration,
      current_price: metrics.price,
      current_premium: metrics.currentPremium,
      premium_source: metrics.premiumSource,
      delta: metrics.delta,
      stock_pnl: metrics.stockPnlUsd,
      option_pnl: metrics.optionPnlUsd,
      cc_pnl: metrics.coveredCallPnlUsd,
      cc_pnl_percent: metrics.coveredCallPnlPct,
      pnl_gap: metrics.pnlGap,
      static_yield_pct: metrics.staticYieldPct,
      recommendation: recommendation.label,
      market_time,
      as_of,
      data_class,
      source,
    }
  })
  const columns = [...termColumns, ...figureColumns]
  const table = { fields: columns, data: rows.map((row) => columns.map((column) => round(row[column]))) }
  return {
    fileName: `callwright-positions-${newYorkDate(portfolio.asOfMs)}.csv`,
    lines: Papa.unparse(table, { escapeFormulae: RUNS_AS_FORMULA }),
  }
}

const writeLedger = (copy: LedgerCopy, today: IsoDate): WrittenFile => ({
  fileName: `callwright-ledger-${today}.csv`,
  lines: writeLedgerCsv(copy),
})

const UNREAD = { as_of: null, data_class: 'none', source: '' } as const
