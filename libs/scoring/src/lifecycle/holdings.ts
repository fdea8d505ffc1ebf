import { whenKnown } from '../truth.ts'
import { bridgeCost } from './bridge.ts'
import { countCoverable } from './chain-figures.ts'
import {
  type ChainState,
  costHeld,
  countOpen,
  type Lot,
  laterOf,
  listOpenCalls,
  sharesCovered,
  sharesHeld,
} from './chain-state.ts'
import { perShare, sumUnits, toShareCount, toUnits, toUsd } from './ledger-money.ts'
import type { Replayed } from './replay.ts'

/** All shares of a stock in one account, over its chains; null means unknown. */
export interface Holding {
  readonly symbol: string
  readonly account: string | null
  readonly shares: number
  readonly coveredShares: number
  readonly uncoveredShares: number
  readonly openContracts: number
  readonly coverableContracts: number
  readonly costUsd: number
  readonly taxCostUsd: number
  /** Dollars per share, like the next two. */
  readonly adjustedCost: number | null
  readonly breakeven: number | null
  readonly price: number | null
  readonly marketValueUsd: number | null
  readonly unrealizedUsd: number | null
  /** Oldest first. */
  readonly lots: readonly Lot[]
  readonly chainIds: readonly string[]
}

interface HoldingRequest {
  readonly accountOf: (chainId: string) => string | null
  /** Price of a stock, dollars per share; null if it is unknown or a split is not applied yet. */
  readonly priceOf: (symbol: string) => number | null
}

/** Holdings in order of symbol and account; stocks without shares and open calls are left out. Verified in `replay.test.ts`. */
export function listHoldings({ chains }: Pick<Replayed, 'chains'>, request: HoldingRequest): Holding[] {
  const groups = Map.groupBy(
    [...chains.values()].filter((chain) => sharesHeld(chain) > 0 || listOpenCalls(chain).length > 0),
    ({ symbol, chainId }) => JSON.stringify([symbol, request.accountOf(chainId)]),
  )
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, members]) => describeHolding(members, request))
}

function describeHolding(chains: readonly ChainState[], { accountOf, priceOf }: HoldingRequest): Holding[] {
  const [first] = chains
  if (first === undefined) return []
  const held = sumUnits(chains, sharesHeld)
  const covered = sumUnits(chains, (chain) => Math.min(sharesHeld(chain), sharesCovered(chain)))
  const cost = sumUnits(chains, costHeld)
  const lots = chains.flatMap((chain) => chain.lots)
  const price = priceOf(first.symbol)
  const value = whenKnown(price, (usd) => toUnits(usd * toShareCount(held)))
  return [
    {
      symbol: first.symbol,
      account: accountOf(first.chainId),
      shares: toShareCount(held),
      coveredShares: toShareCount(covered),
      uncoveredShares: toShareCount(held - covered),
      openContracts: sumUnits(chains, (chain) => sumUnits(listOpenCalls(chain), countOpen)),
      coverableContracts: sumUnits(chains, countCoverable),
      costUsd: toUsd(cost),
      taxCostUsd: toUsd(sumUnits(lots, ({ taxCost }) => taxCost)),
      adjustedCost: perShare(
        sumUnits(chains, (chain) => bridgeCost(chain).adjusted),
        held,
      ),
      breakeven: perShare(
        sumUnits(chains, ({ dividends, cash }) => dividends - cash),
        held,
      ),
      price,
      marketValueUsd: whenKnown(value, toUsd),
      unrealizedUsd: whenKnown(value, (units) => toUsd(units - cost)),
      lots: lots.toSorted((a, b) => (a.acquiredOn < b.acquiredOn ? -1 : 1)),
      chainIds: chains.map(({ chainId }) => chainId),
    },
  ]
}

/**
 * Chains whose shares left in another order than for tax (L3): money takes the oldest lots of the chain, tax the oldest
 * lots of the stock in the account, over all of its chains. An event that names its lots counts the same in both.
 */
export function findLotDifferences(
  { results, chains }: Pick<Replayed, 'results' | 'chains'>,
  {
    accountOf,
    wanted,
  }: { readonly accountOf: (chainId: string) => string | null; readonly wanted: ReadonlySet<string> },
): ReadonlySet<string> {
  const keyOf = (chainId: string) => JSON.stringify([chains.get(chainId)?.symbol, accountOf(chainId)])
  const groups = Map.groupBy(chains.values(), ({ chainId }) => keyOf(chainId))
  const differing = new Set<string>()
  for (const { chainId, event, leaving } of results) {
    if (leaving === null || leaving.hasChosenLots || !wanted.has(chainId) || differing.has(chainId)) continue
    const newest = leaving.parts.map(({ acquiredOn }) => acquiredOn).reduce(laterOf, '')
    const others = (groups.get(keyOf(chainId)) ?? []).filter((chain) => chain.chainId !== chainId)
    if (others.some((chain) => holdsOlder(chain, newest, event.occurredOn))) differing.add(chainId)
  }
  return differing
}

/** Whether a chain held, on a day, shares that were bought before `acquiredOn`. */
function holdsOlder(chain: ChainState, acquiredOn: string, day: string): boolean {
  const isOlder = (lot: { readonly acquiredOn: string; readonly enteredOn: string }) =>
    lot.acquiredOn < acquiredOn && lot.enteredOn <= day
  const leftLater = chain.leavings.filter((leaving) => leaving.day > day).flatMap(({ parts }) => parts)
  return chain.lots.some(isOlder) || leftLater.some(isOlder)
}
