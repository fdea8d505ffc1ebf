import type { CallQuote } from '@callwright/contracts'
import {
  type AnnouncedDividend,
  type CallMark,
  type ChainFigures,
  type ChainMarket,
  type ChainState,
  countCoverable,
  findPendingChanges,
  type IsoDate,
  isEnded,
  lastSessionBy,
  listOpenCalls,
  listSplitsInOldTerms,
  measureChain,
  newYorkDate,
  type PendingChanges,
  type PositionMetrics,
  previousTradingDay,
  type Recommendation,
  sharesCovered,
  sharesHeld,
  sumChainPnl,
  toShareCount,
  toUnits,
  toUsd,
} from '@callwright/scoring'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredPosition } from '../positions/position-book.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import type { StockQuotes } from '../quotes/quote-reader.ts'

export interface ValuedPosition {
  readonly stored: StoredPosition
  /** Null if the stock has no quotes. */
  readonly call: CallQuote | null
  readonly metrics: PositionMetrics
  readonly recommendation: Recommendation
}

export interface ValuedChain {
  readonly chain: ChainState
  readonly settings: ChainSettings
  /** All figures; computed when first read, because the list of positions only needs the P&L. */
  readonly figures: ChainFigures
  readonly pnlUsd: number | null
  readonly market: ChainMarket
  /** Opening price of a day, in the terms that the chain had on it; null if it is unknown or was not requested. */
  readonly openOn: (day: IsoDate) => number | null
  readonly pending: PendingChanges
}

const UNKNOWN_MARK: CallMark = { premium: null, frozenPrice: null, isPresumed: false }

/** A close as the source gives it, in today's shares; null if it is unknown. */
export const readClose = (found: StockQuotes | undefined, day: IsoDate): number | null =>
  found?.closes.get(lastSessionBy(day)) ?? null

/** Past dividends of a stock, as far as they were requested. */
export const readPastDividends = (found: StockQuotes | undefined): AnnouncedDividend[] =>
  (found?.answer.past_dividends ?? []).map(({ ex_date, cash_amount, kind }) => ({
    exDate: ex_date,
    cash: cash_amount,
    kind,
  }))

/** Reads closes and opening prices in the terms that a chain had on their day. */
function openPastPrices(chain: ChainState, found: StockQuotes | undefined, today: IsoDate) {
  const entryCloseOn = (day: IsoDate) => readClose(found, day)
  const splits = listSplitsInOldTerms(chain, found?.answer.splits ?? [], { today, entryCloseOn })
  const restore = (price: number | null, day: IsoDate): number | null =>
    price === null ? null : splits.reduce((usd, split) => (split.date > day ? usd * split.ratio : usd), price)
  return {
    closeOn: (day: IsoDate) => restore(readClose(found, day), day),
    openOn: (day: IsoDate) => restore(found?.opens.get(day) ?? null, day),
  }
}

const dismissedOf = new WeakMap<Ledger, ReadonlySet<string>>()

/** Ids of the suggestions that the user has dismissed. Found once for a ledger, because each of its chains asks. */
export function listDismissed(ledger: Ledger): ReadonlySet<string> {
  const known = dismissedOf.get(ledger)
  if (known !== undefined) return known
  const { events, replayed } = ledger
  const found = new Set(
    events.flatMap(({ record, suggestionId }) =>
      suggestionId === null || replayed.ledger.voidedBy.has(record.eventId) ? [] : [suggestionId],
    ),
  )
  dismissedOf.set(ledger, found)
  return found
}

export const splitSuggestionId = (chainId: string, day: IsoDate): string => `split:${chainId}:${day}`

export function findPending(
  chain: ChainState,
  found: StockQuotes | undefined,
  { today, dismissed }: { readonly today: IsoDate; readonly dismissed: ReadonlySet<string> },
): PendingChanges {
  return findPendingChanges(chain, found?.answer.splits ?? [], {
    today,
    entryCloseOn: (day) => readClose(found, day),
    isDismissed: ({ date }) => dismissed.has(splitSuggestionId(chain.chainId, date)),
  })
}

interface ChainDeps {
  readonly ledger: Ledger
  readonly settings: readonly ChainSettings[]
  readonly positions: readonly ValuedPosition[]
  readonly quotes: ReadonlyMap<string, StockQuotes>
  readonly asOfMs: number
}

/** Values chains with the quotes of their stock and the marks of their valued positions. */
export function valueChains(
  chains: readonly ChainState[],
  { ledger, settings, positions, quotes, asOfMs }: ChainDeps,
): ValuedChain[] {
  const today = newYorkDate(asOfMs)
  const marks = new Map(positions.map((valued) => [valued.stored.id, toMark(valued)]))
  const known = new Map(settings.map((chain) => [chain.id, chain]))
  const dismissed = listDismissed(ledger)
  return chains.map((chain) => {
    const found = quotes.get(chain.symbol)
    const pending = findPending(chain, found, { today, dismissed })
    const { closeOn, openOn } = openPastPrices(chain, found, today)
    const market: ChainMarket = {
      today,
      price: found?.answer.current_price ?? null,
      markOf: (positionId) => marks.get(positionId) ?? UNKNOWN_MARK,
      closeOn,
      isSplitPending: pending.changes.length > 0,
    }
    const set = known.get(chain.chainId) ?? { id: chain.chainId, symbol: chain.symbol, ...NO_SETTINGS }
    let figures: ChainFigures | null = null
    return {
      chain,
      settings: set,
      market,
      openOn,
      pending,
      pnlUsd: sumChainPnl(chain, market),
      get figures() {
        figures ??= measureChain(chain, market)
        return figures
      },
    }
  })
}

/** Sessions before today whose closes tell whether a call was exercised early for a dividend. */
const RECENT_SESSIONS = 22

/**
 * Market data that a chain needs. `today` is null if only its present value is wanted; `grantDays` are days whose open and
 * prior close are needed.
 */
export function listChainNeeds(chain: ChainState, today: IsoDate | null, grantDays: readonly IsoDate[] = []) {
  const entryDates = [...new Set(chain.bought.map(({ enteredOn }) => enteredOn))]
  const needs = { symbol: chain.symbol, entryDates, openDates: grantDays }
  const priorDays = grantDays.map(previousTradingDay)
  const openCalls = listOpenCalls(chain)
  if (today === null) {
    // A special dividend lowers the strikes of the calls that were open on its ex-date.
    const [firstOpening] = openCalls.map(({ openedOn }) => openedOn).toSorted()
    return { ...needs, closeDates: priorDays, dividendsSince: firstOpening ?? null }
  }
  const assigned = chain.leavings.filter(({ how, stockPrice }) => how === 'assigned' && stockPrice === null)
  const rolled = [...chain.calls.values()].flatMap(({ endings }) => endings.filter(({ kind }) => kind === 'rolled'))
  const days = [...assigned, ...rolled].map(({ day }) => day)
  return {
    ...needs,
    closeDates: [...new Set([...days, ...priorDays, ...(openCalls.length > 0 ? listRecentSessions(today) : [])])],
    dividendsSince: chain.startedOn,
  }
}

let recent: { readonly today: IsoDate; readonly days: readonly IsoDate[] } | null = null

/** Every chain of a portfolio asks for the sessions before the same day. */
function listRecentSessions(today: IsoDate): readonly IsoDate[] {
  if (recent?.today === today) return recent.days
  const days: IsoDate[] = []
  let day = today
  for (let count = 0; count < RECENT_SESSIONS; count += 1) {
    day = previousTradingDay(day)
    days.push(day)
  }
  recent = { today, days }
  return days
}

const NO_SETTINGS = { account: null, taxDeferred: false, intent: null, note: null } as const

function toMark({ metrics }: ValuedPosition): CallMark {
  const { outcome, currentPremium } = metrics
  return {
    premium: currentPremium,
    frozenPrice: outcome?.state === 'presumed_assigned' ? outcome.close : null,
    isPresumed: outcome !== null,
  }
}

export const listOpenChains = ({ replayed }: Ledger): ChainState[] =>
  [...replayed.chains.values()].filter((chain) => !isEnded(chain))

/** Shares of one stock in one account that no call covers; null means unknown. */
export interface UncoveredShares {
  readonly symbol: string
  readonly account: string | null
  readonly shares: number
  readonly costUsd: number
  readonly stockPnlUsd: number | null
  readonly coverableContracts: number
  readonly chainIds: readonly string[]
}

/**
 * Shares without a call, by stock and account. Their cost is what the cost of the shares of their chains leaves after the
 * listed positions, so that both together are the whole.
 */
export function listUncovered(chains: readonly ValuedChain[], positions: readonly ValuedPosition[]): UncoveredShares[] {
  const costOf = Map.groupBy(positions, ({ stored }) => stored.chainId)
  const groups = Map.groupBy(
    chains.filter(({ chain }) => sharesHeld(chain) > sharesCovered(chain)),
    ({ chain, settings }) => JSON.stringify([chain.symbol, settings.account]),
  )
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    const shares = members.reduce((sum, { chain }) => sum + sharesHeld(chain) - sharesCovered(chain), 0)
    const cost = members.reduce((sum, { chain }) => {
      const listed = costOf.get(chain.chainId) ?? []
      const covered = listed.reduce(
        (part, { stored, metrics }) => part + toUnits(stored.entryPrice * metrics.shares),
        0,
      )
      return sum + chain.lots.reduce((all, lot) => all + lot.cost, 0) - covered
    }, 0)
    const { price } = first.market
    const isKnown = price !== null && members.every(({ market }) => !market.isSplitPending)
    return {
      symbol: first.chain.symbol,
      account: first.settings.account,
      shares: toShareCount(shares),
      costUsd: toUsd(cost),
      stockPnlUsd: isKnown ? toUsd(toUnits(price * toShareCount(shares)) - cost) : null,
      coverableContracts: members.reduce((sum, { chain }) => sum + countCoverable(chain), 0),
      chainIds: members.map(({ chain }) => chain.chainId),
    }
  })
}
