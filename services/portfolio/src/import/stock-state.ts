import { dayNumber, type IsoDate, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { contractKey } from '../statement/option-text.ts'
import type { HeldCall, HeldChain, KnownFact, LedgerView } from './ledger-view.ts'
import { digest } from './trade-keys.ts'

/** Shares and calls on one stock in one account, while the file's lines are laid on them in order. */
export type StockState = ReturnType<typeof openStockState>

const MAX_PRICE_GAP = 0.01
const EPSILON = 1e-6

export interface StockKey {
  readonly symbol: string
  /** Name under which the account is stored. */
  readonly account: string
  /** Start of the keys of this file's account. */
  readonly prefix: string
}

export function openStockState({ symbol, account, prefix }: StockKey, view: LedgerView, taken: Set<string>) {
  const homes = view.chainsOf(symbol).filter((chain) => chain.account === account || chain.account === null)
  const home = chooseHome(homes, account)
  const calls: HeldCall[] = homes.flatMap((chain) => chain.calls.map((call) => ({ ...call })))
  const facts = listFactsOf({ symbol, account }, view)
  const used = new Set<KnownFact>()
  const chainId = home?.chainId ?? `imp-${digest([account, symbol])}`
  const pools = new Map(homes.map((chain) => [chain.chainId, { shares: chain.shares, costUsd: chain.costUsd }]))
  const ownPool = { shares: home?.shares ?? 0, costUsd: home?.costUsd ?? 0 }
  pools.set(chainId, ownPool)
  const poolOf = (id: string) => pools.get(id) ?? ownPool
  const total = () => [...pools.values()].reduce((sum, { shares }) => sum + shares, 0)
  let deficit = 0
  let needDay: IsoDate | null = null
  /** New shares for one of the day on which shares first lacked. */
  let scale = 1

  // A call whose end the file does not tell needs no shares after its expiration.
  const covered = (id: string, day: IsoDate): number =>
    calls
      .filter((call) => call.chainId === id && call.expiration >= day)
      .reduce((sum, call) => sum + call.open * call.deliverable, 0)
  const noteMissing = (day: IsoDate, count: number): void => {
    const missing = count / scale
    if (missing <= deficit + EPSILON) return
    deficit = missing
    needDay ??= day
  }

  return {
    chainId,
    isNewChain: home === null,
    calls,
    /** Shares in all chains of the account. */
    shares: total,
    /** Chains with shares. */
    holders: () => [...pools].flatMap(([id, { shares }]) => (shares > EPSILON ? [id] : [])),
    /** Average cost of a share; null without any. */
    averageCost(): number | null {
      const costUsd = [...pools.values()].reduce((sum, pool) => sum + pool.costUsd, 0)
      return total() > EPSILON && costUsd > 0 ? Math.round((costUsd / total()) * 10_000) / 10_000 : null
    },
    addShares(count: number, usd: number): void {
      ownPool.shares += count
      ownPool.costUsd += usd
    },
    removeShares(count: number, id: string): void {
      const pool = poolOf(id)
      pool.costUsd = pool.shares > EPSILON ? pool.costUsd * Math.max(0, 1 - count / pool.shares) : 0
      pool.shares -= count
    },
    /** Divides shares that leave among the chains that hold some; what none of them has leaves the file's own chain. */
    divideShares(count: number): { readonly chainId: string; readonly shares: number }[] {
      const parts = new Map<string, number>()
      let left = count
      for (const id of [chainId, ...pools.keys()]) {
        const taken = parts.has(id) ? 0 : Math.min(left, Math.max(0, poolOf(id).shares))
        if (taken > EPSILON) parts.set(id, taken)
        left -= taken
      }
      if (left > EPSILON) parts.set(chainId, (parts.get(chainId) ?? 0) + left)
      return [...parts].map(([id, shares]) => ({ chainId: id, shares }))
    },
    /** The chain whose shares cover new calls; the file's own chain if none does. */
    chainFor(contracts: number, day: IsoDate): string {
      const isFree = (id: string) => poolOf(id).shares - covered(id, day) >= contracts * SHARES_PER_CONTRACT - EPSILON
      return isFree(chainId) ? chainId : ([...pools.keys()].find(isFree) ?? chainId)
    },
    scaleShares(ratio: number): void {
      for (const pool of pools.values()) pool.shares *= ratio
      if (needDay !== null) scale *= ratio
    },
    /** Notes how many shares the calls lack after what happened on this day. */
    noteNeed: (day: IsoDate) => noteMissing(day, Math.max(covered(chainId, day) - ownPool.shares, -ownPool.shares)),
    /** Notes that the account held this many shares. */
    noteHeld: (day: IsoDate, held: number) => noteMissing(day, held - total()),
    need: () => ({ shares: Math.ceil(deficit - EPSILON), day: needDay }),
    /** Whether some of the shares were entered by hand or by an answer, so that the account may hold others too. */
    hasAssumedShares: () => facts.some(({ kind, prefix: of }) => kind === 'buy' && of === null),
    /** Open calls with these terms on a day, oldest first. */
    findOpen: (contract: { readonly expiration: IsoDate; readonly strike: number }, day: IsoDate) =>
      calls
        .filter(
          (call) =>
            call.open > 0 &&
            call.expiration === contract.expiration &&
            isSamePrice(call.strike, contract.strike) &&
            call.openedOn <= day,
        )
        .toSorted((a, b) => (a.openedOn < b.openedOn ? -1 : 1)),
    /** Forgets calls that have ended, so that long files stay fast. */
    dropEnded(): void {
      for (let at = calls.length - 1; at >= 0; at -= 1) if (calls[at]?.open === 0) calls.splice(at, 1)
    },
    openCall(call: Omit<HeldCall, 'multiplier' | 'deliverable'>): void {
      calls.push({ ...call, multiplier: SHARES_PER_CONTRACT, deliverable: SHARES_PER_CONTRACT })
    },
    /** Whether something entered before equals this; each counts once. */
    takeFact(wanted: Pick<KnownFact, 'kind' | 'contract' | 'day' | 'quantity' | 'price'>): boolean {
      const days = wanted.kind === 'split' || wanted.kind === 'delivery' ? 5 : 1
      const found = facts.find(
        (fact) =>
          !used.has(fact) &&
          !fact.isAnswer &&
          fact.prefix !== prefix &&
          fact.kind === wanted.kind &&
          fact.contract === wanted.contract &&
          Math.abs(dayNumber(fact.day) - dayNumber(wanted.day)) <= days &&
          isNearlyEqual(fact.quantity, wanted.quantity) &&
          isNearlyEqual(fact.price, wanted.price),
      )
      if (found !== undefined) used.add(found)
      return found !== undefined
    },
    /** An id that nothing in the ledger or in this import has. */
    newId(kind: 'e' | 'c', key: string): string {
      const base = `imp-${kind}-${digest(key)}`
      let id = base
      for (let nth = 2; view.usedIds.has(id) || taken.has(id); nth += 1) id = `${base}-${nth}`
      taken.add(id)
      return id
    },
    contractOf: (call: HeldCall) => contractKey({ symbol, expiration: call.expiration, strike: call.strike }),
  }
}

/** Facts in the ledger about a stock in one account, or in none. */
export const listFactsOf = ({ symbol, account }: Pick<StockKey, 'symbol' | 'account'>, { facts }: LedgerView) =>
  facts.filter((fact) => fact.symbol === symbol && (fact.account === account || fact.account === null))

const isSamePrice = (a: number, b: number): boolean => Math.abs(a - b) < EPSILON

const isNearlyEqual = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) <= MAX_PRICE_GAP + EPSILON

/** The chain that gets the file's events: one with something in it, else one that ended in this account. */
function chooseHome(chains: readonly HeldChain[], account: string): HeldChain | null {
  const open = chains.filter((chain) => !chain.isEnded)
  return (
    open.find((chain) => chain.account === account) ??
    open.at(-1) ??
    chains.find((chain) => chain.account === account) ??
    null
  )
}
