import { above, atLeast, atMost, BEST_CALL_RULES } from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import { formatDecimal, formatInteger, formatRatio } from '../../../shared/format/numbers.ts'
import { noPassingWords as words } from './preview-words.ts'

/** Sentence that explains why no call in the chain passes the best-call rules (D53). */
export function explainNoPassing({ contracts, price }: Pick<OptionChain, 'contracts' | 'price'>): string {
  const { delta, thin } = BEST_CALL_RULES
  const calls = contracts.filter(({ side, strike }) => side === 'call' && price !== null && above(strike, price))
  if (calls.length === 0) return words.noneAbove
  if (!calls.some(isQuoted)) return words.noneQuoted
  const bounds = [formatRatio(delta.min), formatRatio(delta.max)] as const
  const inRange = calls.filter(
    (call) => call.delta !== null && atLeast(call.delta, delta.min) && atMost(call.delta, delta.max),
  )
  if (inRange.length === 0) return words.noDelta(...bounds)
  const unquoted = inRange.filter((call) => !isQuoted(call)).length
  const wide = inRange.filter((call) => isQuoted(call) && isTooWide(call)).length
  const lowInterest = inRange.filter((call) => isQuoted(call) && !isTooWide(call) && hasLowInterest(call)).length
  const reasons = [
    unquoted > 0 ? words.unquoted(unquoted) : null,
    wide > 0 ? words.wide(wide, formatDecimal(thin.maxSpreadPctOfMid)) : null,
    lowInterest > 0 ? words.unheld(lowInterest, formatInteger(thin.minOpenInterest)) : null,
  ].filter((reason) => reason !== null)
  if (reasons.length === 0) return words.noDelta(...bounds)
  return words.counted(...bounds, reasons.join(', '))
}

const isQuoted = ({ bid, ask }: OptionContract) => bid !== null && bid > 0 && ask !== null && ask >= bid

function isTooWide({ bid, ask, mid }: OptionContract): boolean {
  if (bid === null || ask === null || mid === null || mid <= 0) return false
  return above(((ask - bid) / mid) * 100, BEST_CALL_RULES.thin.maxSpreadPctOfMid)
}

const hasLowInterest = ({ openInterest }: OptionContract) =>
  !atLeast(openInterest ?? 0, BEST_CALL_RULES.thin.minOpenInterest)
