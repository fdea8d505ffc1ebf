import type { SymbolFacts } from '@callwright/contracts'
import { buildRow } from './build-row.ts'
import type { StockRow } from './stock-row.ts'

export const OPTIONS_NOT_READ = 'Options not loaded yet'
const CHAIN_REASON = { field: 'chain', reason: OPTIONS_NOT_READ }
const NO_PAST = { callVolumes: [], ratings: [] }
const SCORE_REASON = 'options_not_read'

/**
 * Builds a stock's row from facts without a chain: every figure that needs no chain. `points` decide which chains are
 * read.
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
