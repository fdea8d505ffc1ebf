import { type Fact, type FactsByTag, isRecord, readFact } from './facts.ts'
import { readJsonMembers } from './json-members.ts'
import { unreadable } from './sec-failure.ts'
import { BALANCE_TAGS, FLOW_TAGS, LEASE_TAGS } from './tags.ts'

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

function findMembers(text: string, path: readonly string[]): ReadonlyMap<string, unknown> | null {
  try {
    return readJsonMembers(text, path, TAGS)
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
