import { addDays, daysBetween, type IsoDate, isCalendarDay } from '@callwright/scoring'
import { normalizeSymbol } from '../../symbols.ts'
import { type Cik, type FrameName, readJsonMembers, unreadable } from './sec-client.ts'

/** Tags in the US-GAAP taxonomy, with the preferred ones first. */

export const INCOME_TAGS = ['NetIncomeLoss', 'ProfitLoss'] as const

/** Revenue as banks report it. If they also report `Revenues`, that may be before interest expense. */
export const BANK_REVENUE_TAG = 'RevenuesNetOfInterestExpense'

export const REVENUE_TAGS = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'Revenues',
] as const

export const EQUITY_TAGS = [
  'StockholdersEquity',
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
] as const

/** Tags for debt due in more than a year. */
export const NONCURRENT_DEBT_TAGS = [
  'LongTermDebtNoncurrent',
  'LongTermDebtAndCapitalLeaseObligations',
  'LongTermNotesPayable',
  'ConvertibleLongTermNotesPayable',
  'SeniorLongTermNotes',
] as const

/** Tags for the part of long-term debt that is due within a year. */
export const MATURING_DEBT_TAGS = ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'] as const

/** Tags for money borrowed for less than a year. */
export const SHORT_TERM_DEBT_TAGS = ['ShortTermBorrowings', 'CommercialPaper'] as const

/** Tag for all debt due within a year, both maturing and short-term. */
export const CURRENT_DEBT_TAG = 'DebtCurrent'

/** Tag for long-term debt, including the part that is maturing. */
export const LONG_TERM_DEBT_TAG = 'LongTermDebt'

export const LEASE_TAG = 'OperatingLeaseLiability'
export const LEASE_PART_TAGS = ['OperatingLeaseLiabilityNoncurrent', 'OperatingLeaseLiabilityCurrent'] as const

const FLOW_TAGS: readonly string[] = [...INCOME_TAGS, BANK_REVENUE_TAG, ...REVENUE_TAGS]
export const LEASE_TAGS: readonly string[] = [LEASE_TAG, ...LEASE_PART_TAGS]
const BALANCE_TAGS: readonly string[] = [
  ...EQUITY_TAGS,
  ...NONCURRENT_DEBT_TAGS,
  ...MATURING_DEBT_TAGS,
  ...SHORT_TERM_DEBT_TAGS,
  CURRENT_DEBT_TAG,
  LONG_TERM_DEBT_TAG,
]

/**
 * Days since 1970-01-01. A number, since the days of many facts are compared and subtracted, and few are ever
 * displayed.
 */
export type Day = number

/** One reported figure, for a span of days or, if it has no start, for a single day. */
export interface Fact {
  readonly startDay: Day | null
  readonly endDay: Day
  readonly valueUsd: number
}

/** A company's reported facts by US-GAAP tag. Each span or day has one fact, the last one filed. */
export type FactsByTag = ReadonlyMap<string, readonly Fact[]>

const EPOCH: IsoDate = '1970-01-01'

export const toDay = (date: IsoDate): Day => daysBetween(EPOCH, date)
export const toDate = (day: Day): IsoDate => addDays(EPOCH, day)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses a row of companyfacts or of a frame; null if it is invalid. The SEC writes figures as JSON numbers, so strings
 * are not accepted.
 */
function readFact(row: unknown): Fact | null {
  if (!isRecord(row)) return null
  const { start, end, val } = row
  if (typeof val !== 'number' || !Number.isFinite(val)) return null
  if (typeof end !== 'string' || !isCalendarDay(end)) return null
  if (start === undefined) return { startDay: null, endDay: toDay(end), valueUsd: val }
  if (typeof start !== 'string' || !isCalendarDay(start) || start > end) return null
  return { startDay: toDay(start), endDay: toDay(end), valueUsd: val }
}

/**
 * Number of quarters to load: the current one, in which some fiscal quarters end, the three before it, and the same
 * four a year earlier.
 */
const FLOW_QUARTERS = 8
const FLOW_YEARS = 3
/** Number of quarters to load, since balance sheets are filed up to three months after their date. */
const BALANCE_QUARTERS = 3
/** Number of quarters to load, since leases are often reported only in the annual report. */
const LEASE_QUARTERS = 6

/** Lists every frame needed for the ratios of the whole market. Each frame takes one call. */
export function listFrames(asOfDate: IsoDate): readonly FrameName[] {
  const year = Number(asOfDate.slice(0, 4))
  const quarter = year * 4 + Math.floor((Number(asOfDate.slice(5, 7)) - 1) / 3)
  const years = Array.from({ length: FLOW_YEARS }, (_, back) => `CY${year - back}`)
  const quarters = (count: number) =>
    Array.from({ length: count }, (_, back) => `CY${Math.floor((quarter - back) / 4)}Q${((quarter - back) % 4) + 1}`)
  const instants = (count: number) => quarters(count).map((period) => `${period}I`)
  const combine = (tags: readonly string[], periods: readonly string[]) =>
    tags.flatMap((tag) => periods.map((period) => ({ tag, period })))
  return [
    ...combine(FLOW_TAGS, [...years, ...quarters(FLOW_QUARTERS)]),
    ...combine(BALANCE_TAGS, instants(BALANCE_QUARTERS)),
    ...combine(LEASE_TAGS, instants(LEASE_QUARTERS)),
  ]
}

/** Calls `take` with each company's fact in a frame, skipping invalid rows. Throws `unreadable`. */
export function readFrame(body: unknown, take: (cik: Cik, fact: Fact) => void): void {
  const rows = isRecord(body) ? body.data : null
  if (!Array.isArray(rows)) throw unreadable('returned no rows of a frame')
  let taken = 0
  for (const row of rows) {
    const fact = readFact(row)
    const cik = isRecord(row) ? readCik(row.cik) : null
    if (fact === null || cik === null) continue
    taken += 1
    take(cik, fact)
  }
  if (rows.length > 0 && taken === 0) throw unreadable('returned a frame without a usable row')
}

const LARGEST_CIK = 9_999_999_999

/**
 * Reads companies by symbol in exchange form; the SEC writes `BRK-B`. The list is sorted by size, and if a symbol
 * occurs more than once, the first company wins.
 */
export function readSymbols(body: unknown): ReadonlyMap<string, Cik> {
  if (!isRecord(body)) throw unreadable('returned no valid list of companies')
  const ciks = new Map<string, Cik>()
  for (const row of Object.values(body)) {
    if (!isRecord(row) || typeof row.ticker !== 'string' || row.ticker.trim() === '') continue
    const cik = readCik(row.cik_str)
    const symbol = normalizeSymbol(row.ticker.trim())
    if (cik !== null && !ciks.has(symbol)) ciks.set(symbol, cik)
  }
  if (ciks.size === 0) throw unreadable('returned a list of companies without a usable row')
  return ciks
}

/** Reads a number, or a string with leading zeros, since the SEC uses both. */
function readCik(value: unknown): Cik | null {
  const cik = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof cik === 'number' && Number.isInteger(cik) && cik > 0 && cik <= LARGEST_CIK ? cik : null
}

const TAGS: ReadonlySet<string> = new Set([...FLOW_TAGS, ...BALANCE_TAGS, ...LEASE_TAGS])

/**
 * Reads dollar facts for the tags we use from the JSON text of a company's facts; null if the company reports no
 * US-GAAP facts. Later and amended filings repeat the same span, and the last one filed wins. A row's fiscal year and
 * quarter describe its filing rather than its span, so they are ignored. Throws `unreadable`.
 */
export function readCompanyFacts(text: string): FactsByTag | null {
  const members = findMembers(text, ['facts', 'us-gaap'])
  if (members === null) {
    if (findMembers(text, ['facts']) === null) throw unreadable('returned no company facts')
    return null
  }
  const facts = new Map<string, readonly Fact[]>()
  let rows = 0
  for (const [tag, member] of members) {
    const usd = readUsdRows(member)
    rows += usd.length
    const latest = keepLatest(usd)
    if (latest.length > 0) facts.set(tag, latest)
  }
  if (rows > 0 && facts.size === 0) throw unreadable('returned facts without a usable row')
  return facts
}

/** Extracts the members of an object inside the JSON text. Throws `unreadable` if the text is malformed. */
export function findMembers(
  text: string,
  path: readonly string[],
  names: ReadonlySet<string> = TAGS,
): ReadonlyMap<string, unknown> | null {
  try {
    return readJsonMembers(text, path, names)
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('returned truncated or malformed JSON')
    throw error
  }
}

function readUsdRows(member: unknown): readonly unknown[] {
  const units = isRecord(member) ? member.units : null
  if (!isRecord(units)) throw unreadable('returned facts without units')
  const { USD: rows = [] } = units
  if (!Array.isArray(rows)) throw unreadable('returned facts that are not a list')
  return rows
}

function keepLatest(rows: readonly unknown[]): readonly Fact[] {
  const latest = new Map<string, { readonly fact: Fact; readonly filed: string }>()
  for (const row of rows) {
    const fact = readFact(row)
    const filed = isRecord(row) && typeof row.filed === 'string' ? row.filed : ''
    if (fact === null) continue
    const key = `${fact.startDay}:${fact.endDay}`
    const known = latest.get(key)
    if (known === undefined || filed >= known.filed) latest.set(key, { fact, filed })
  }
  return [...latest.values()].map(({ fact }) => fact)
}
