import { type IsoDate, isCalendarDay } from '@callwright/scoring'
import { ProviderFailure } from '../http/provider-failure.ts'
import { CsvError, readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import { buildCurve, RATE_TENORS, type RateCurve } from '../rate-curve.ts'

/** Column headings: the Treasury writes `1 Mo` and `2 Yr`. Which columns a file has varies by year. */
const TENOR_COLUMNS = RATE_TENORS.map(({ name }) => name.replace('M', ' Mo').replace('Y', ' Yr'))
const SHAPE = { name: 'the file of daily rates', columns: ['Date', ...TENOR_COLUMNS], required: 2 }
/** A par yield outside this range is a misprint: since 1990, the highest is 9 % and the lowest is just under 0. */
const LOWEST_PCT = -5
const HIGHEST_PCT = 30

/**
 * Reads the curves in a year's file, newest first, as in the file. A cell that is blank or `N/A` is an unknown tenor; a
 * row without any tenor is skipped. Empty only if the file has no rows yet; throws `unreadable` for anything else.
 */
export function readTreasuryCsv(text: string): RateCurve[] {
  let rows = 0
  const curves = readRows(text, ([dateCell, ...cells]) => {
    rows += 1
    const date = readDate(dateCell)
    return date === null ? null : buildCurve(date, cells.map(readYield))
  })
  if (rows > 0 && curves.length === 0) throw unreadable('returned a file of daily rates without a usable row')
  return curves
}

function readRows<T>(text: string, read: (cells: readonly (string | undefined)[]) => T | null): T[] {
  try {
    return readCsv(text, SHAPE, read)
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`returned something else: ${error.message}`)
    throw error
  }
}

const unreadable = (detail: string) => new ProviderFailure('treasury', { kind: 'unreadable', detail })

/** Reads `07/10/2026` as a calendar day. */
function readDate(cell: string | undefined): IsoDate | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cell?.trim() ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return isCalendarDay(date) ? date : null
}

function readYield(cell: string | undefined): number | null {
  const yieldPct = readKnownNumber(cell?.trim())
  return yieldPct !== null && yieldPct >= LOWEST_PCT && yieldPct <= HIGHEST_PCT ? yieldPct : null
}
