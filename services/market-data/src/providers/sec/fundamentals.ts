import { newYorkCloseMs } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { lacks } from '../missing.ts'
import type { Answer, Fundamentals, Missing, Stamp } from '../provider.ts'
import { type Day, type FactsByTag, toDate } from './facts.ts'
import { computeDebtToEquity, computeNetMargin } from './ratios.ts'

/** Figures that no filing contains. */
const NEVER_REPORTED: readonly Missing[] = [
  lacks('market_cap', 'market capitalization'),
  lacks('dividend_yield', 'dividend yields'),
  lacks('credit_rating', 'credit ratings'),
]

/** Computes one company's ratios, as of the end of the last quarter they cover. */
export function summarizeFacts(stamp: Stamp, facts: FactsByTag, today: Day): Answer<Fundamentals> {
  const margin = computeNetMargin(facts, today)
  const debt = computeDebtToEquity(facts, today)
  const endDays = [margin.endDay, debt.endDay].filter((day) => day !== null)
  const missing = [...NEVER_REPORTED]
  if (margin.reason !== null) missing.push({ field: 'net_margin', reason: margin.reason })
  if (debt.reason !== null) missing.push({ field: 'debt_to_equity', reason: debt.reason })
  return {
    ...stamp,
    asOfMs: endDays.length === 0 ? stamp.asOfMs : newYorkCloseMs(toDate(Math.max(...endDays))),
    value: {
      ...UNKNOWN_FUNDAMENTALS,
      netMarginPct: margin.value === null ? null : margin.value * 100,
      debtToEquity: debt.value,
      negativeEquity: debt.negativeEquity,
    },
    missing,
  }
}

/** Answer for a company that files no US-GAAP facts: a fund, or a foreign company under other accounting rules. */
export function withoutFacts(stamp: Stamp, symbol: string): Answer<Fundamentals> {
  return {
    ...stamp,
    value: UNKNOWN_FUNDAMENTALS,
    missing: [...NEVER_REPORTED, lacks('fundamentals', `fundamentals for ${symbol}`)],
  }
}
