import { type IsoDate, readRatio, splitCall, usDate } from '@callwright/scoring'
import { contractKey, type OptionContract } from '../statement/option-text.ts'
import type { HeldCall } from './ledger-view.ts'
import { addEvent, countOf, keysOf, partRef, refOf, type StockPlanning, settle, toImportDraft } from './planning.ts'
import type { TradeGroup } from './trade-group.ts'
import type { KeyedTrade } from './trade-keys.ts'

/** A split, or calls in new terms; the broker's own lines on calls win over the rule. */
export function planAdjustment(planning: StockPlanning, group: TradeGroup): void {
  const { state, symbol } = planning
  const ratio = group.action === 'split' ? findRatio(planning, group) : null
  if (ratio === 'asked') {
    settle(planning, [group], 'question', 'Answer the question about the split first.')
    return
  }
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
  const byChain = Map.groupBy(changes, ({ call }) => call.chainId)
  const chains = [...new Set([...(ratio === null ? [] : state.holders()), ...byChain.keys()])]
  for (const [index, chainId] of (chains.length === 0 ? [state.chainId] : chains).entries()) {
    addEvent(planning, [group], {
      ref: index === 0 ? refOf(group) : partRef(group, chainId),
      draft: toImportDraft({
        eventId: state.newId('e', `${importKeys[0] ?? ''}${index === 0 ? '' : ` ${chainId}`}`),
        kind: 'adjust',
        chainId,
        occurredOn: group.day,
        body: {
          action: ratio === null ? 'special_dividend' : 'split',
          ratio,
          symbol: null,
          cashInLieuUsd: 0,
          importKeys,
          calls: (byChain.get(chainId) ?? []).map(({ terms }) => terms),
        },
      }),
      opened: null,
      contracts: null,
      shares: null,
      price: null,
      marks: [],
      sentence: ratio === null ? `New terms of ${symbol} calls` : `${symbol} split ${ratio.new} for ${ratio.old}`,
    })
  }
  if (ratio !== null) state.scaleShares(ratio.new / ratio.old)
  for (const { call, terms } of changes) {
    ;[call.strike, call.open, call.multiplier] = [terms.strike, terms.contracts, terms.multiplier]
    call.deliverable = terms.deliverableShares
  }
}

interface Ratio {
  readonly new: number
  readonly old: number
}

/**
 * New shares for old ones: as the file states it, or by what it removes and adds. A file that only adds shares shows the
 * ratio if all shares are known; otherwise its calls in new terms or the user say it.
 */
function findRatio(planning: StockPlanning, group: TradeGroup): Ratio | 'asked' | null {
  const { state } = planning
  const lines = group.trades.filter(({ action }) => action === 'split')
  const stated = lines.find(({ ratio }) => ratio !== null)?.ratio
  if (stated !== undefined && stated !== null) return stated
  const added = lines.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0)
  const removed = lines.reduce((sum, { quantity }) => sum + Math.max(0, -quantity), 0)
  if (added > 0 && removed > 0) return readRatio(added / removed)
  const held = state.shares()
  const after = held + added - removed
  const isAssumed = planning.hasExtraShares || state.need().shares > 0 || state.hasAssumedShares()
  if (!isAssumed) return held > 0 && after > 0 ? readRatio(after / held) : null
  if (added === removed) return null
  const [terms] = readNewTerms(group)
  const more = terms === undefined ? 1 : terms.fresh.contracts / terms.old.contracts
  const ratio = more > 1 && added > 0 ? readRatio(more) : askRatio(planning, group, { added, removed })
  if (ratio !== null && ratio !== 'asked') {
    state.noteHeld(group.day, (added - removed) / (ratio.new / ratio.old - 1))
  }
  return ratio
}

const FORWARD = ['2:1', '3:1', '3:2', '4:1', '5:1', '6:1', '8:1', '10:1', '15:1', '20:1', '25:1', '50:1']

function askRatio(
  planning: StockPlanning,
  { day }: TradeGroup,
  { added, removed }: { readonly added: number; readonly removed: number },
): Ratio | 'asked' | null {
  const { symbol, prefix, request, questions } = planning
  const id = `split_ratio:${prefix}${symbol}:${day}`
  const values = added > removed ? FORWARD : FORWARD.map((value) => value.split(':').toReversed().join(':'))
  const answer = request.answers[id]
  if (answer === 'unknown') return null
  if (answer !== undefined && values.includes(answer)) {
    const [fresh, old] = answer.split(':').map(Number)
    return fresh === undefined || old === undefined ? null : { new: fresh, old }
  }
  const what = added > removed ? `${countOf(added, 'share')} were added` : `${countOf(removed, 'share')} were removed`
  questions.push({
    ...{ id, symbol, kind: 'split_ratio', takesPrice: false },
    text: `What was the ratio of the ${symbol} split of ${usDate(day)}? The file has only that ${what}.`,
    choices: [
      ...values.map((value) => ({ value, label: value.replace(':', ' for ') })),
      { value: 'unknown', label: 'Another ratio: leave the split out' },
    ],
  })
  return 'asked'
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
