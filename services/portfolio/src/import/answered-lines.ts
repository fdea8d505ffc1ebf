import { contractKey } from '../statement/option-text.ts'
import { countOf, type Fate, linesOf, type PlanRequest, refOf } from './planning.ts'
import { listFactsOf, type StockKey } from './stock-state.ts'
import type { TradeGroup } from './trade-group.ts'

/**
 * Leaves out sales of calls and purchases of shares that the user's answers to an earlier import stand for: that file
 * began later, and the events made from the answers have the day on which it first needed them. The latest lines count
 * first, and what an answer does not cover stays.
 */
export function leaveOutAnswered(
  groups: readonly TradeGroup[],
  key: StockKey,
  { view, choices }: PlanRequest,
): { readonly groups: readonly TradeGroup[]; readonly fates: readonly Fate[] } {
  const answers = listFactsOf(key, view).flatMap((fact) => (fact.isAnswer ? [{ fact, left: fact.quantity }] : []))
  if (answers.length === 0) return { groups, fates: [] }
  const fates: Fate[] = []
  const kept = groups.toReversed().flatMap((group): TradeGroup[] => {
    const { action, contract, day, quantity } = group
    const ref = refOf(group)
    if ((action !== 'open' && action !== 'buy') || choices[ref]?.add === true) return [group]
    const terms = contract === null ? null : contractKey(contract)
    let rest = quantity
    for (const answer of answers) {
      const { fact } = answer
      if (fact.kind !== action || fact.contract !== terms || day > fact.day) continue
      const taken = Math.min(rest, answer.left)
      answer.left -= taken
      rest -= taken
    }
    if (rest === quantity) return [group]
    if (rest > 0) {
      const what = countOf(quantity - rest, action === 'open' ? 'contract' : 'share')
      const remark = `${what} of this line are in your portfolio by an answer that you gave before.`
      const feesUsd = Math.round((group.feesUsd * rest * 10_000) / quantity) / 10_000
      return [{ ...group, quantity: rest, feesUsd, remark }]
    }
    const reason = 'In your portfolio by an answer that you gave before; correct its day and price in the ledger.'
    fates.push(...linesOf([group]).map((line): Fate => ({ line, outcome: 'known', reason, refs: [ref] })))
    return []
  })
  return { groups: kept.toReversed(), fates }
}
