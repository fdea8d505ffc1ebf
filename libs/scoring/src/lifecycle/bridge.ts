import { type ChainState, costHeld, listOpenCalls, premiumLeft, sharesHeld } from './chain-state.ts'
import { perShare, sumUnits, toUsd, type Units } from './ledger-money.ts'

export type BridgeLabel =
  | 'tax_cost'
  | 'cost_entered'
  | 'call_kept'
  | 'call_open'
  | 'adjusted_cost'
  | 'dividends'
  | 'left_with_shares'
  | 'breakeven_with_dividends'

/** One line from the cost for tax to the breakeven: dollars of all shares held, and per share. */
export interface BridgeLine {
  readonly label: BridgeLabel
  readonly eventId: string | null
  readonly positionId: string | null
  readonly amountUsd: number
  readonly perShare: number
}

/**
 * The bridge (L37): cost for tax, the difference to the cost entered, the kept result of each ended call, the premium of
 * each open call, and the premium-adjusted cost as their sum; then dividends, the results that left with shares, and the
 * breakeven with dividends as the sum of all. Without shares there are no lines. Verified by E8 and by the laws.
 */
export function bridgeCost(chain: ChainState): { readonly lines: readonly BridgeLine[]; readonly adjusted: Units } {
  const held = sharesHeld(chain)
  const taxCost = sumUnits(chain.lots, (lot) => lot.taxCost)
  const cost = costHeld(chain)
  const kept = sumUnits(chain.kept, ({ units }) => units)
  const open = listOpenCalls(chain)
  const adjusted = cost - kept - sumUnits(open, premiumLeft)
  if (held === 0) return { lines: [], adjusted }
  const line = (
    label: BridgeLabel,
    units: Units,
    of: { readonly eventId?: string; readonly positionId?: string } = {},
  ): BridgeLine => ({
    label,
    eventId: of.eventId ?? null,
    positionId: of.positionId ?? null,
    amountUsd: toUsd(units),
    perShare: perShare(units, held) ?? 0,
  })
  const unlessZero = (label: BridgeLabel, units: Units): BridgeLine[] => (units === 0 ? [] : [line(label, units)])
  const lines = [
    line('tax_cost', taxCost),
    ...unlessZero('cost_entered', cost - taxCost),
    ...chain.kept.filter(({ units }) => units !== 0).map((result) => line('call_kept', 0 - result.units, result)),
    ...open.map((call) => line('call_open', 0 - premiumLeft(call), call)),
    line('adjusted_cost', adjusted),
    ...unlessZero('dividends', 0 - chain.dividends),
    ...unlessZero('left_with_shares', kept - chain.realizedStock - chain.realizedOptions),
    line('breakeven_with_dividends', 0 - chain.cash),
  ]
  return { lines, adjusted }
}
