import type { SymbolFacts } from '@callwright/contracts'
import { buildRow } from './build-row.ts'
import type { StockRow } from './stock-row.ts'

export const OPTIONS_NOT_READ = 'Its options have not been read yet'
const CHAIN_REASON = { field: 'chain', reason: OPTIONS_NOT_READ }
const NO_PAST = { callVolumes: [], ratings: [] }
/** What stands in place of the rating where nobody looked for a call. */
const SCORE_REASON = 'options_not_read'

/**
 * A stock from its facts without a chain: every figure that needs none, and the points of those parts of the rating by
 * which stocks are chosen for having their chains read.
 */
export function buildSurveyRow(facts: SymbolFacts, asOf: Date): { row: StockRow; points: number } {
  const missing = [CHAIN_REASON, ...facts.missing.filter(({ field }) => field !== CHAIN_REASON.field)]
  const { row } = buildRow({ ...facts, chain: null, missing }, { asOf, past: NO_PAST })
  const scoreParts = row.scoreParts.map((part) =>
    part.unknown && optionParts.has(part.key) ? { ...part, explanation: `${OPTIONS_NOT_READ}.` } : part,
  )
  return { row: { ...row, scoreParts, scoreReason: SCORE_REASON }, points: row.ccScoreCore ?? 0 }
}

const optionParts: ReadonlySet<string> = new Set(['liquidity_spread', 'iv_rank', 'income'])
