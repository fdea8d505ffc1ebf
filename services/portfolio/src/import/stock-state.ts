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
  let shares = home?.shares ?? 0
  let costUsd = home?.costUsd ?? 0
  let deficit = 0
  let needDay: IsoDate | null = null

  // A call whose end the file does not tell needs no shares after its expiration.
  const covered = (day: IsoDate): number =>
    calls
      .filter((call) => call.chainId === chainId && call.expiration >= day)
      .reduce((sum, call) => sum + call.open * call.deliverable, 0)

  return {
    chainId,
    isNewChain: home === null,
    calls,
    shares: () => shares,
    /** Average cost of a share; null without any. */
    averageCost: () => (shares > EPSILON && costUsd > 0 ? Math.round((costUsd / shares) * 10_000) / 10_000 : null),
    addShares(count: number, usd: number): void {
      shares += count
      costUsd += usd
    },
    removeShares(count: number): void {
      costUsd = shares > EPSILON ? costUsd * Math.max(0, 1 - count / shares) : 0
      shares -= count
    },
    scaleShares(ratio: number): void {
      shares *= ratio
    },
    /** Notes how many shares the calls lack after what happened on this day. */
    noteNeed(day: IsoDate): void {
      const missing = Math.max(covered(day) - shares, -shares)
      if (missing <= deficit + EPSILON) return
      deficit = missing
      needDay ??= day
    },
    need: () => ({ shares: Math.ceil(deficit - EPSILON), day: needDay }),
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
    openCall(call: Pick<HeldCall, 'positionId' | 'expiration' | 'openedOn' | 'strike' | 'open'>): void {
      calls.push({ ...call, chainId, multiplier: SHARES_PER_CONTRACT, deliverable: SHARES_PER_CONTRACT })
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

/** What the ledger has on a stock in an account, or in none. */
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
