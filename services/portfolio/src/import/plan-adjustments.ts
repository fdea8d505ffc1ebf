import { type IsoDate, readRatio, splitCall } from '@callwright/scoring'
import { contractKey, type OptionContract } from '../statement/option-text.ts'
import type { HeldCall } from './ledger-view.ts'
import { addEvent, keysOf, refOf, type StockPlanning, settle, toImportDraft } from './planning.ts'
import type { TradeGroup } from './trade-group.ts'
import type { KeyedTrade } from './trade-keys.ts'

/** A split, or calls in new terms; the broker's own lines on calls win over the rule. */
export function planAdjustment(planning: StockPlanning, group: TradeGroup): void {
  const { state, symbol } = planning
  const ratio = group.action === 'split' ? findRatio(planning, group) : null
  if (group.action === 'split' && ratio === null) {
    settle(
      planning,
      [group],
      'refused',
      'The ratio of the split cannot be determined. Apply the split in the portfolio.',
    )
    return
  }
  const open = state.calls.filter((call) => call.open > 0 && call.openedOn < group.day)
  const stated = layNewTerms(readNewTerms(group), open)
  const changes = open.flatMap((call) => {
    const own = stated.get(call)
    if (ratio === null && own === undefined) return []
    const fills = [{ contracts: call.open, premium: 0, fees: 0 }]
    const ruled = splitCall(
      { ...call, fills, deliverable: call.deliverable * 1_000_000, deliverableCash: 0 },
      ratio ?? { new: 1, old: 1 },
    )
    return [{ call, terms: own === undefined ? ruled : { ...ruled, ...own } }]
  })
  if (ratio === null && changes.length === 0) {
    settle(planning, [group], 'refused', 'No open call has the old terms of this change.')
    return
  }
  const importKeys = keysOf([group])
  addEvent(planning, [group], {
    ref: refOf(group),
    draft: toImportDraft({
      eventId: state.newId('e', importKeys[0] ?? ''),
      kind: 'adjust',
      chainId: state.chainId,
      occurredOn: group.day,
      body: {
        action: ratio === null ? 'special_dividend' : 'split',
        ratio,
        symbol: null,
        cashInLieuUsd: 0,
        importKeys,
        calls: changes.map(({ terms }) => terms),
      },
    }),
    opened: null,
    contracts: null,
    shares: null,
    price: null,
    marks: [],
    sentence: ratio === null ? `New terms of ${symbol} calls` : `${symbol} split ${ratio.new} for ${ratio.old}`,
  })
  if (ratio !== null) state.scaleShares(ratio.new / ratio.old)
  for (const { call, terms } of changes) {
    ;[call.strike, call.open, call.multiplier] = [terms.strike, terms.contracts, terms.multiplier]
    call.deliverable = terms.deliverableShares
  }
}

function findRatio({ state }: StockPlanning, { trades }: TradeGroup) {
  const lines = trades.filter(({ action }) => action === 'split')
  const stated = lines.find(({ ratio }) => ratio !== null)?.ratio
  if (stated !== undefined && stated !== null) return stated
  const added = lines.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0)
  const removed = lines.reduce((sum, { quantity }) => sum + Math.max(0, -quantity), 0)
  const held = removed > 0 && added > 0 ? removed : state.shares()
  const after = removed > 0 && added > 0 ? added : held + added - removed
  return held > 0 && after > 0 ? readRatio(after / held) : null
}

interface Terms {
  readonly expiration: IsoDate
  readonly strike: number
  readonly contracts: number
}

/** Calls in old terms with those in new ones. */
interface NewTerms {
  readonly old: Terms
  readonly fresh: Terms
}

/** Pairs the calls that the file removes with those that it adds: of each expiration, by the order of their strikes. */
function readNewTerms({ trades }: TradeGroup): NewTerms[] {
  const fresh = Map.groupBy(listTerms(trades, 'new_terms'), ({ expiration }) => expiration)
  const old = Map.groupBy(listTerms(trades, 'old_terms'), ({ expiration }) => expiration)
  return [...old].flatMap(([expiration, own]) =>
    own.flatMap((terms, index): NewTerms[] => {
      const next = fresh.get(expiration)
      const found = next?.length === own.length ? next[index] : undefined
      return found === undefined ? [] : [{ old: terms, fresh: found }]
    }),
  )
}

/** Contracts of each expiration and strike, the lowest strike first. */
function listTerms(trades: readonly KeyedTrade[], action: 'old_terms' | 'new_terms'): Terms[] {
  const lines = trades.flatMap((trade) =>
    trade.action === action && trade.contract !== null ? [{ contract: trade.contract, quantity: trade.quantity }] : [],
  )
  const byContract = Map.groupBy(lines, ({ contract }) => contractKey(contract))
  return [...byContract.values()]
    .flatMap((own) => {
      const contract: OptionContract | undefined = own[0]?.contract
      if (contract === undefined) return []
      const { expiration, strike } = contract
      return [{ expiration, strike, contracts: own.reduce((sum, { quantity }) => sum + quantity, 0) }]
    })
    .toSorted((a, b) => a.strike - b.strike)
}

/** Divides the contracts in new terms among the positions that had the old ones. */
function layNewTerms(
  terms: readonly NewTerms[],
  open: readonly HeldCall[],
): ReadonlyMap<HeldCall, Pick<Terms, 'strike' | 'contracts'>> {
  const laid = new Map<HeldCall, Pick<Terms, 'strike' | 'contracts'>>()
  for (const { old, fresh } of terms) {
    let before = 0
    for (const call of open) {
      if (call.expiration !== old.expiration || Math.abs(call.strike - old.strike) > 1e-6) continue
      const scale = (contracts: number) => Math.round((contracts * fresh.contracts) / old.contracts)
      laid.set(call, { strike: fresh.strike, contracts: scale(before + call.open) - scale(before) })
      before += call.open
    }
  }
  return laid
}
