import type { Generated, JSONColumnType } from 'kysely'
import type {
  CashDividend,
  DataClass,
  EarningsReport,
  Fundamentals,
  IsoDate,
  Missing,
  StockSplit,
} from '../providers/provider.ts'

type MissingColumn = JSONColumnType<readonly Missing[]>

interface DailyBarTable {
  symbol: string
  date: IsoDate
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** The row is adjusted for all splits up to and including this day. */
  adjustedOn: IsoDate
  source: string
}

interface BarSeriesTable {
  symbol: string
  /** Every session up to and including this one either is in `daily_bar` or had no trades. */
  through: IsoDate
  dataClass: DataClass
  checkedAt: Date
}

interface StockSplitTable {
  symbol: string
  executionDate: IsoDate
  kind: StockSplit['kind']
  ratio: number
  source: string
}

interface CashDividendTable {
  symbol: string
  exDate: IsoDate
  /** Distinguishes a regular dividend from a special one with the same ex-date. */
  sequence: number
  cashUsd: number
  kind: CashDividend['kind']
  adjustedOn: IsoDate
  source: string
}

/** Symbols with a complete list of events in the database, and when each list was last confirmed. */
interface EventListTable {
  symbol: string
  kind: 'dividends' | 'splits'
  source: string
  dataClass: DataClass
  missing: MissingColumn
  checkedAt: Date
}

interface EarningsReportTable {
  symbol: string
  date: IsoDate
  session: EarningsReport['session']
}

/** A single row: the whole-market calendar that every report comes from. */
interface EarningsCalendarTable {
  id: Generated<boolean>
  source: string
  dataClass: DataClass
  fromDate: IsoDate
  /** Last day that the calendar covers. */
  toDate: IsoDate
  checkedAt: Date
}

interface FundamentalsTable {
  symbol: string
  figures: JSONColumnType<Fundamentals>
  source: string
  dataClass: DataClass
  asOf: Date
  missing: MissingColumn
  /** When all sources were last queried for this symbol; null if its data came only from a whole-market list. */
  askedAt: Date | null
  fetchedAt: Date
}

interface AtmIvTable {
  symbol: string
  sessionDate: IsoDate
  /** Annualized decimal; null, with the cause in `reason`, if none could be derived from the session's quotes. */
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
  earningsReport: EarningsReportTable
  earningsCalendar: EarningsCalendarTable
  fundamentals: FundamentalsTable
  atmIv: AtmIvTable
}
