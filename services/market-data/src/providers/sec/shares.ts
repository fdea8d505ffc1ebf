import type { SharesOutstanding } from '../provider.ts'
import { type Day, findMembers, isRecord, toDate, toDay } from './facts.ts'

const SHARES_TAG = 'EntityCommonStockSharesOutstanding'
/** A company that files quarterly has reported its shares within this many days. */
const MAX_AGE_DAYS = 200
/** Only US companies file these. One share of a foreign company may be traded as several, or as a part of one. */
const DOMESTIC_FORM = /^10-[KQ]/
/** The suffix of a class of common stock, as opposed to preferred stock: `BRK.B`. */
const CLASS = /\.[A-Z]$/

/**
 * Reads the number of common shares on the cover of the latest annual or quarterly report from the JSON text of a
 * company's facts. Null if it is not recent, or if the report has several numbers, one for each class of shares: their
 * prices differ. Throws `unreadable`.
 */
export function readSharesOutstanding(text: string, today: Day): SharesOutstanding | null {
  const member = findMembers(text, ['facts', 'dei'], new Set([SHARES_TAG]))?.get(SHARES_TAG)
  const units = isRecord(member) ? member.units : null
  const rows: readonly unknown[] = isRecord(units) && Array.isArray(units.shares) ? units.shares : []
  const counts = rows.flatMap((row) => {
    if (!isRecord(row) || typeof row.val !== 'number' || !(row.val > 0)) return []
    const { end, form, filed } = row
    if (typeof end !== 'string' || typeof form !== 'string' || typeof filed !== 'string') return []
    const day = toDay(end)
    return DOMESTIC_FORM.test(form) && day <= today ? [{ day, filed, count: row.val }] : []
  })
  const day = Math.max(...counts.map((row) => row.day))
  const latest = counts.filter((row) => row.day === day)
  const filed = latest
    .map((row) => row.filed)
    .sort()
    .at(-1)
  const [count, ...others] = new Set(latest.filter((row) => row.filed === filed).map((row) => row.count))
  if (count === undefined || others.length > 0 || day < today - MAX_AGE_DAYS) return null
  return { count, asOf: toDate(day) }
}

/** Whether a company has several listed classes of common stock, of which the symbol is one. */
export function hasSeveralClasses(symbol: string, siblings: readonly string[], universe: ReadonlySet<string>): boolean {
  const classes = siblings.filter((sibling) => CLASS.test(sibling) || universe.has(sibling))
  return CLASS.test(symbol) || classes.some((sibling) => sibling !== symbol)
}
