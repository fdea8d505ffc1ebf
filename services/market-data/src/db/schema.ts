import type { Generated, JSONColumnType } from 'kysely'
import type { CashDividend, DataClass, Fundamentals, IsoDate, Missing, StockSplit } from '../providers/provider.ts'

type MissingColumn = JSONColumnType<readonly Missing[]>

export interface DailyBarTable {
  symbol: string
  date: IsoDate
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** All splits up to this day are in the figures. */
  adjustedOn: IsoDate
  source: string
}

export interface BarSeriesTable {
  symbol: string
  /** Every session up to this one is in `daily_bar`, or had no trade. */
  through: IsoDate
  dataClass: DataClass
  checkedAt: Date
}

export interface StockSplitTable {
  symbol: string
  executionDate: IsoDate
  kind: StockSplit['kind']
  ratio: number
  source: string
}

export interface CashDividendTable {
  symbol: string
  exDate: IsoDate
  /** A regular and a special dividend may share an ex-date. */
  sequence: number
  cashUsd: number
  kind: CashDividend['kind']
  adjustedOn: IsoDate
  source: string
}

/** A symbol whose whole list of events is stored, and when that was last known to be so. */
export interface EventListTable {
  symbol: string
  kind: 'dividends' | 'splits'
  source: string
  dataClass: DataClass
  missing: MissingColumn
  checkedAt: Date
}

export interface FundamentalsTable {
  symbol: string
  figures: JSONColumnType<Fundamentals>
  source: string
  dataClass: DataClass
  asOf: Date
  missing: MissingColumn
  /** When every source was asked for this symbol; null where only a list of the whole market told of it. */
  askedAt: Date | null
  fetchedAt: Date
}

export interface AtmIvTable {
  symbol: string
  sessionDate: IsoDate
  /** Decimal per year; null where the session's quotes gave none, and `reason` says why. */
  impliedVolatility: number | null
  method: string | null
  reason: string | null
  source: string
  recordedAt: Generated<Date>
}

export interface Tables {
  dailyBar: DailyBarTable
  barSeries: BarSeriesTable
  stockSplit: StockSplitTable
  cashDividend: CashDividendTable
  eventList: EventListTable
  fundamentals: FundamentalsTable
  atmIv: AtmIvTable
}
