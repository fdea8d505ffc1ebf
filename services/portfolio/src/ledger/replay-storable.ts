import {
  type ChainState,
  countOpen,
  grossPremiumLeft,
  type LedgerRecord,
  LedgerRefusal,
  type Replayed,
  replay,
  toShareCount,
  toUsd,
} from '@callwright/scoring'
import { describeChainRow } from './write-rows.ts'

/** First values that the columns of a chain and of a call cannot hold. */
const TOO_MANY_USD = 1e14
const TOO_MANY_SHARES = 1e12
const TOO_HIGH_PRICE = 1e8

/**
 * Replays a ledger of which every row can be stored. Many large events in one chain, or a split of a price, can come to
 * more than the database holds. Throws LedgerRefusal.
 */
export function replayStorable(records: readonly LedgerRecord[]): Replayed {
  const replayed = replay(records)
  for (const chain of replayed.chains.values()) {
    if (!isTooLarge(chain)) continue
    const own = replayed.results.filter(({ chainId }) => chainId === chain.chainId)
    const [latest] = own.toSorted((a, b) => b.event.sequence - a.event.sequence)
    if (latest === undefined) continue
    throw new LedgerRefusal(
      latest.event,
      'validation',
      `The amounts of ${chain.symbol} would be too large to be stored.`,
    )
  }
  return replayed
}

function isTooLarge(chain: ChainState): boolean {
  const { state: _state, symbol: _symbol, shares, openContracts: _contracts, ...amounts } = describeChainRow(chain)
  return (
    shares >= TOO_MANY_SHARES ||
    Object.values(amounts).some((usd) => Math.abs(usd) >= TOO_MANY_USD) ||
    chain.lots.some((lot) => lot.shares > 0 && toUsd(lot.cost) / toShareCount(lot.shares) >= TOO_HIGH_PRICE) ||
    [...chain.calls.values()].some(
      (call) =>
        call.isAdjusted &&
        countOpen(call) > 0 &&
        toUsd(grossPremiumLeft(call)) / (call.multiplier * countOpen(call)) >= TOO_HIGH_PRICE,
    )
  )
}
