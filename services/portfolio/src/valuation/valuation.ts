import type { CallQuote } from '@callwright/contracts'
import {
  type Attention,
  type ChainState,
  type CompanyEvents,
  countUncovered,
  findAttention,
  findAttentionLevel,
  findLoweredStrike,
  findUncountedChanges,
  type IsoDate,
  isExpired,
  measurePosition,
  newYorkDate,
  type PositionQuote,
  recommend,
  SHARES_PER_CONTRACT,
  strikeSuggestionId,
} from '@callwright/scoring'
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger-book.ts'
import type { StoredPosition } from '../positions/position-book.ts'
import type { ChainSettings, PositionStore } from '../positions/position-store.ts'
import type { MarketClock, MarketMoment } from '../quotes/market-clock.ts'
import {
  addRequests,
  callKey,
  listRequestedCalls,
  type QuoteReader,
  type QuoteReading,
  type StockQuotes,
} from '../quotes/quote-reader.ts'
import {
  listChainNeeds,
  listDismissed,
  listOpenChains,
  readClose,
  readPastDividends,
  splitSuggestionId,
  type ValuedChain,
  type ValuedPosition,
  valueChains,
} from './chains.ts'

export interface ValuedPortfolio extends QuoteReading, MarketMoment {
  readonly positions: readonly ValuedPosition[]
  readonly chains: readonly ValuedChain[]
  readonly ledger: Ledger
  /** Settings of all chains. */
  readonly settings: readonly ChainSettings[]
  readonly assessed: readonly AssessedPosition[]
}

interface ValuationDeps {
  readonly readQuotes: QuoteReader
  readonly clock: MarketClock
}

/** Values positions, with one request for quotes per stock. Values that need missing quotes are unknown. */
export function createValuation({ readQuotes, clock }: ValuationDeps) {
  return async (
    stored: readonly StoredPosition[],
    requestId: string,
    { ledger, settings, chains, wants, call, closeDates = [], grantDaysOf = noDays }: ChainsToValue = NO_CHAINS,
  ): Promise<ValuedPortfolio> => {
    const before = wants === 'history' ? newYorkDate((await clock.ask(requestId)).asOfMs) : null
    const [first] = chains
    const added =
      call === undefined || first === undefined ? [] : [{ ...call, symbol: first.symbol, entryDate: first.startedOn }]
    const needs = chains.map((chain) => listChainNeeds(chain, before, grantDaysOf(chain)))
    const requested = addRequests(
      listRequestedCalls([...stored, ...added]),
      needs.map((need) => ({ ...need, closeDates: [...need.closeDates, ...closeDates] })),
    )
    const reading = await readQuotes(requested, requestId)
    const answers = [...reading.quotes.values()].map(({ answer }) => answer)
    const { asOfMs, market } = requested.size === 0 ? await clock.ask(requestId) : clock.read(answers)
    return valueFrom({ ...reading, asOfMs, market }, stored, { ledger, settings, chains })
  }
}

/** Values positions and chains with quotes that were read before, as after a write. */
export function valueFrom(
  reading: QuoteReading & MarketMoment,
  stored: readonly StoredPosition[],
  { ledger, settings, chains }: Pick<ChainsToValue, 'ledger' | 'settings' | 'chains'>,
): ValuedPortfolio {
  const { quotes, missing, asOfMs, market } = reading
  const positions = valuePositions(stored, quotes, { asOfMs, ledger })
  return {
    quotes,
    missing,
    asOfMs,
    market,
    positions,
    ledger,
    settings,
    chains: valueChains(chains, { ledger, settings, positions, quotes, asOfMs }),
    assessed: assessPositions(positions, quotes, ledger),
  }
}

export type ValuePositions = ReturnType<typeof createValuation>

/** Chains to value besides the positions. */
interface ChainsToValue {
  readonly ledger: Ledger
  readonly settings: readonly ChainSettings[]
  readonly chains: readonly ChainState[]
  /** `history` also reads closes of past days and past dividends; `now` reads what the positions need. */
  readonly wants: 'now' | 'history'
  readonly call?: { readonly expiration: string; readonly strike: number }
  readonly closeDates?: readonly string[]
  /** Days on which calls of a chain were written, whose open and prior close are read. */
  readonly grantDaysOf?: (chain: ChainState) => readonly IsoDate[]
}

const noDays = () => []
const NO_CHAINS: ChainsToValue = { ledger: EMPTY_LEDGER, settings: [], chains: [], wants: 'now' }

export function createPortfolios({ read }: Pick<PositionStore, 'read'>, value: ValuePositions) {
  return async (userId: string, requestId: string, choice: ChainChoice = OPEN_NOW): Promise<ValuedPortfolio> => {
    const { positions, ledger, chains: settings } = await read(userId)
    const chains = choice.choose(ledger, settings)
    const ids = new Set(chains.map(({ chainId }) => chainId))
    const stored = choice.positions === 'all' ? positions : positions.filter(({ chainId }) => ids.has(chainId))
    const { wants, call, closeDates = [], grantDaysOf = noDays } = choice
    return value(stored, requestId, {
      ledger,
      settings,
      chains,
      wants,
      closeDates,
      grantDaysOf,
      ...(call === undefined ? {} : { call }),
    })
  }
}

/** Which chains a request is about, and whether it needs all positions or only those of the chains. */
export interface ChainChoice extends Pick<ChainsToValue, 'wants' | 'grantDaysOf'> {
  readonly positions: 'all' | 'of_chains'
  readonly choose: (ledger: Ledger, settings: readonly ChainSettings[]) => readonly ChainState[]
  /** A call on the first chain's stock that is quoted too, and other days whose closes are read. */
  readonly call?: { readonly expiration: string; readonly strike: number }
  readonly closeDates?: readonly string[]
}

const OPEN_NOW: ChainChoice = { positions: 'all', wants: 'now', choose: listOpenChains }

export type ReadPortfolio = ReturnType<typeof createPortfolios>

/** Everything that the figures of a stored position depend on. */
interface Moment {
  readonly found: StockQuotes | undefined
  readonly ledger: Ledger
  readonly today: string
  readonly isOver: boolean
}

const lastValued = new WeakMap<StoredPosition, { readonly moment: Moment; readonly valued: ValuedPosition }>()

const isSameMoment = (a: Moment, b: Moment): boolean =>
  a.found === b.found && a.ledger === b.ledger && a.today === b.today && a.isOver === b.isOver

/** Computes each position's metrics and recommendation (D24, D25), all as of the same market time. */
function valuePositions(
  positions: readonly StoredPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
  { asOfMs, ledger }: { readonly asOfMs: number; readonly ledger: Ledger },
): ValuedPosition[] {
  const settled = openSettledChanges(ledger)
  const today = newYorkDate(asOfMs)
  const expirations = new Set(positions.map(({ expiration }) => expiration))
  const expired = new Set([...expirations].filter((expiration) => isExpired(expiration, asOfMs)))
  return positions.map((stored) => {
    const found = quotes.get(stored.symbol)
    const moment = { found, ledger, today, isOver: expired.has(stored.expiration) }
    const known = lastValued.get(stored)
    if (known !== undefined && isSameMoment(known.moment, moment)) return known.valued
    const listed = found?.calls.get(callKey({ expiration_date: stored.expiration, strike: stored.strike })) ?? null
    const { multiplier, deliverableShares: sharesPerContract } = stored
    // A listed call with these terms delivers 100 shares, so its quote is not the quote of an adjusted contract.
    const isStandard = multiplier === SHARES_PER_CONTRACT && sharesPerContract === SHARES_PER_CONTRACT
    const call = isStandard ? listed : null
    const past = readPast(stored, found, { asOfMs, isSettled: (day) => settled(stored.chainId, day) })
    const quote = { ...toScoringQuote(found, call), ...past }
    const metrics = measurePosition({ ...stored, sharesPerContract }, quote, asOfMs)
    const valued = { stored, call, metrics, recommendation: recommend(metrics) }
    lastValued.set(stored, { moment, valued })
    return valued
  })
}

type PastOfPosition = Pick<PositionQuote, 'expirationClose' | 'shareChanges' | 'strikeLoweredOn'>

/** Reads the past events that a position depends on: share changes and lower strikes since entry, and the close at expiration. */
function readPast(
  stored: StoredPosition,
  found: StockQuotes | undefined,
  { asOfMs, isSettled }: { readonly asOfMs: number; readonly isSettled: (day: string) => boolean },
): PastOfPosition {
  if (found === undefined) return { expirationClose: null, shareChanges: [], strikeLoweredOn: null }
  const splits = found.answer.splits.filter(({ date }) => !isSettled(date))
  const entryClose = readClose(found, stored.entryDate)
  const today = newYorkDate(asOfMs)
  const call = { ...stored, openedOn: stored.entryDate }
  return {
    expirationClose: readClose(found, stored.expiration),
    shareChanges: findUncountedChanges(stored, splits, { entryClose, today }),
    strikeLoweredOn: findLoweredStrike(call, readPastDividends(found), { today, isSettled }),
  }
}

/** Whether an adjustment of a day was applied to a chain, or the user said that the terms already reflect it. */
function openSettledChanges(ledger: Ledger) {
  const dismissed = listDismissed(ledger)
  return (chainId: string, day: string): boolean =>
    ledger.replayed.chains.get(chainId)?.adjustedOn.has(day) === true ||
    dismissed.has(splitSuggestionId(chainId, day)) ||
    dismissed.has(strikeSuggestionId(chainId, day))
}

function toScoringQuote(
  found: StockQuotes | undefined,
  call: CallQuote | null,
): Omit<PositionQuote, keyof PastOfPosition> {
  return {
    price: found?.answer.current_price ?? null,
    priceSource: 'quote',
    currentPremium: call?.premium ?? null,
    premiumIsFallback: call?.premium_is_quote !== true,
    premiumSource: call?.premium_source ?? null,
    ask: call?.ask ?? null,
    delta: call?.delta ?? null,
    deltaAtMost: call?.delta_at_most ?? null,
    impliedVolatility: call?.implied_volatility ?? null,
    impliedVolatilityAtMost: call?.implied_volatility_at_most ?? null,
    atmIv: found?.answer.atm_iv ?? null,
  }
}

/** Reads a stock's company events; empty if it has no quotes. */
export function readEvents(found: StockQuotes | undefined): CompanyEvents {
  if (found === undefined) return { earnings: null, dividends: [], paysNoDividend: false }
  const { earnings_date, earnings_session, dividends, pays_no_dividend } = found.answer
  return {
    earnings: earnings_date === null ? null : { date: earnings_date, session: earnings_session },
    dividends: dividends.map(({ ex_date, cash_amount, kind }) => ({ exDate: ex_date, cash: cash_amount, kind })),
    paysNoDividend: pays_no_dividend,
  }
}

export interface AssessedPosition extends Attention {
  readonly valued: ValuedPosition
  readonly events: CompanyEvents
  /** Urgency from 0 (none) to 3, based on the known data. */
  readonly level: number
}

const lastAssessed = new WeakMap<ValuedPosition, AssessedPosition>()

function assessPositions(
  positions: readonly ValuedPosition[],
  quotes: ReadonlyMap<string, StockQuotes>,
  { replayed }: Ledger,
): AssessedPosition[] {
  const eventsOf = new Map<string, CompanyEvents>()
  return positions.map((valued) => {
    const known = lastAssessed.get(valued)
    if (known !== undefined) return known
    const { symbol } = valued.stored
    const events = eventsOf.get(symbol) ?? readEvents(quotes.get(symbol))
    eventsOf.set(symbol, events)
    const chain = replayed.chains.get(valued.stored.chainId)
    const uncoveredContracts = chain === undefined ? 0 : countUncovered(chain)
    const assessed = {
      ...findAttention(valued.metrics, events, { putMid: valued.call?.put_mid ?? null, uncoveredContracts }),
      valued,
      events,
      level: findAttentionLevel(valued.metrics, uncoveredContracts).atLeast,
    }
    lastAssessed.set(valued, assessed)
    return assessed
  })
}
