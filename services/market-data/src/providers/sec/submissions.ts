import { isCalendarDay } from '@callwright/scoring'
import type { EarningsReport } from '../provider.ts'
import { isRecord } from './facts.ts'
import { unreadable } from './sec-failure.ts'

/** Results of operations, in the SEC's numbering of what a current report is about. */
const RESULTS_ITEM = '2.02'

/**
 * The days on which a company told its results, ascending, from the filings that the SEC lists in one piece: the last
 * year at least, usually ten. The day is the event's own: a filing after 17:30 carries the next day's date. The session
 * stays unknown: the time of acceptance is New York's in some rows and Greenwich's in others, both marked as Greenwich's.
 */
export function readPastEarnings(body: unknown): readonly EarningsReport[] {
  const filings = isRecord(body) ? body.filings : null
  const recent = isRecord(filings) ? filings.recent : null
  if (!isRecord(recent)) throw unreadable('answered no filings where filings were asked for')
  const forms = readColumn(recent, 'form')
  const items = readColumn(recent, 'items')
  const dates = readColumn(recent, 'reportDate')
  if (items.length !== forms.length || dates.length !== forms.length) {
    throw unreadable('answered columns of filings that differ in length')
  }
  const days = forms.flatMap((form, row) => {
    const date = dates[row]
    const isResults = form === '8-K' && String(items[row]).split(',').includes(RESULTS_ITEM)
    return isResults && typeof date === 'string' && isCalendarDay(date) ? [date] : []
  })
  return [...new Set(days)].sort().map((date) => ({ date, session: null }))
}

function readColumn(recent: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const column = recent[name]
  if (!Array.isArray(column)) throw unreadable(`answered filings without ${name}`)
  return column
}
