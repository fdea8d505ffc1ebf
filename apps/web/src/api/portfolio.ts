import type { AttentionItem, Body, ListedPosition as ListedPositionWire, Success } from '@callwright/contracts'
import { toDomain } from '@callwright/contracts/domain-names'
import { positionNames, termNames } from '@callwright/contracts/position-names'
import type { ExpirationOutcome, KnownSum, PnlGap, PortfolioTotals, PositionQuote } from '@callwright/scoring'
import { api } from './api.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'

/** Terms that the user entered for a position. Prices are in dollars per share; dates are New York calendar days. */
export interface PositionTerms {
  readonly symbol: string
  readonly entryDate: string
  readonly expiration: string
  readonly strike: number
  readonly premium: number
  readonly entryPrice: number
  readonly contracts: number
  readonly notes: string | null
}

/** Optional facts about a new position, in the server's names: fees, lots, account, and the shares it uses. */
export type EntryDetails = Pick<
  Body<'portfolio.add'>,
  'fees_usd' | 'shares_from' | 'chain_id' | 'acquired_on' | 'tax_cost' | 'account' | 'confirm_equal'
>

/** A user's covered call, without market data. */
export interface Position extends PositionTerms {
  readonly id: string
}

type TermsWire = Required<Pick<Body<'portfolio.add'>, keyof typeof termNames>>

const termPairs = Object.entries(termNames) as [keyof TermsWire, keyof PositionTerms][]

export const writeTerms = (terms: PositionTerms): TermsWire =>
  Object.fromEntries(termPairs.map(([wireName, name]) => [wireName, terms[name]])) as TermsWire

export const writePosition = (position: Position, details?: EntryDetails): Body<'portfolio.add'> => ({
  id: position.id,
  ...writeTerms(position),
  ...details,
})

function readPosition({ id, ...wire }: TermsWire & Pick<Position, 'id'>): Position {
  const { symbol, entryDate, expiration, strike, premium, entryPrice, contracts, notes } = toDomain(wire, termNames)
  return { id, symbol, entryDate, expiration, strike, premium, entryPrice, contracts, notes }
}

/** P&L in dollars for the whole position, and as a percent of what its shares cost. */
export interface ServerPnl {
  readonly stockPnlUsd: number | null
  readonly optionPnlUsd: number | null
  readonly coveredCallPnlUsd: number | null
  readonly stockPnlPct: number | null
  readonly optionPnlPct: number | null
  readonly coveredCallPnlPct: number | null
}

/** A position as the server lists it. */
export interface ListedPosition {
  readonly position: Position
  readonly quote: PositionQuote
  readonly bid: number | null
  readonly pnl: ServerPnl
  /** Why the covered-call P&L is unknown; null if it is known. */
  readonly pnlGap: PnlGap | null
  readonly state: ListedPositionWire['state']
  /** Assumed outcome of an expired call; null if the call is still open. */
  readonly outcome: ExpirationOutcome | null
  readonly daysToExpiration: number
  /** Distance from price to strike, in expected moves. */
  readonly headroomEm: number | null
  readonly life: PositionLife
}

/** A stock without market data. */
export interface MissingStock {
  readonly symbol: string
  readonly reason: string
  /** Whether its prices are still loading. */
  readonly isLoading: boolean
}

/** The market that the figures come from, and its state. */
interface MarketInfo {
  readonly freshness: Freshness
  /** Current market time (ISO). */
  readonly marketTime: string
  readonly missing: readonly MissingStock[]
  readonly message: string | null
}

type SuggestionWire = NonNullable<ListedPositionWire['suggestion']>

export const readSuggestion = (wire: SuggestionWire) => ({
  ...toDomain(wire, positionNames),
  evidence: toDomain(wire.evidence),
  before: wire.before.map((terms) => toDomain(terms, positionNames)),
  after: wire.after.map((terms) => toDomain(terms, positionNames)),
})

/** Something that market data say has happened, ready to be recorded. */
export type Suggestion = ReturnType<typeof readSuggestion>

const readUncovered = (wire: Success<'portfolio.list'>['uncovered'][number]) => toDomain(wire, positionNames)

/** Shares without a call, by stock and account. */
export type UncoveredShares = ReturnType<typeof readUncovered>

/** A position's place in the life of its chain. */
export interface PositionLife {
  readonly chainId: string
  /** P&L of the whole chain, rolls and realized results included; null if a part is unknown. */
  readonly chainPnlUsd: number | null
  readonly chainRealizedOptionsUsd: number
  readonly chainCallsEnded: number
  /** Whether the call was closed in part, added to, or adjusted. */
  readonly hasEvents: boolean
  readonly openingFeesUsd: number
  readonly sharesFrom: 'new' | 'held'
  readonly multiplier: number
  readonly deliverableShares: number
  readonly uncoveredContracts: number
  readonly suggestion: Suggestion | null
}

/** Whether a chain has realized something, so that its P&L differs from that of its open call. */
export const hasRealized = (life: PositionLife | null): boolean =>
  life !== null && (life.chainCallsEnded > 0 || life.chainRealizedOptionsUsd !== 0)

export interface PositionList extends MarketInfo {
  readonly positions: readonly ListedPosition[]
  readonly uncovered: readonly UncoveredShares[]
  /** Fee of the user's last option trade that has one; null if none has. */
  readonly lastFeePerContractUsd: number | null
  /** P&L of all chains, each counted once, with rolls and realized results. */
  readonly chainsPnl: KnownSum
  readonly totals: PortfolioTotals
  /** Number of positions that need action for at least one reason. */
  readonly actions: number
}

export type AttentionReason = Success<'portfolio.attention'>['reasons'][number]['id']

/** A position that needs attention, and why. */
export interface AttentionEntry {
  readonly id: string
  readonly symbol: string
  readonly strike: number
  readonly expiration: string
  readonly days: number
  readonly level: number
  readonly coveredCallPnlUsd: number | null
  readonly reasons: Readonly<AttentionItem['reasons']>
  readonly contracts: number
  /** The dividend that makes early assignment likely, per share; null if there is none. */
  readonly dividend: AttentionItem['dividend']
  /** The dividend that could be lost, in dollars for the whole position; null if none is at risk. */
  readonly dividendAtStakeUsd: number | null
}

export interface AttentionList extends MarketInfo {
  readonly entries: readonly AttentionEntry[]
  readonly actions: number
  readonly others: number
  readonly reasons: Success<'portfolio.attention'>['reasons']
  readonly dividendsAtStakeUsd: number
}

/** Arguments for a write that is safe to repeat. */
interface Keyed {
  readonly idempotencyKey: string
}

function readMarket(wire: Success<'portfolio.list'> | Success<'portfolio.attention'>): MarketInfo {
  return {
    freshness: readFreshness({ ...wire, cache_status: wire.data_class === 'stale' ? 'stale' : 'fresh' }),
    marketTime: wire.market_time,
    missing: wire.missing_symbols.map(({ loading, ...stock }) => ({ ...stock, isLoading: loading })),
    message: wire.message,
  }
}

function readListed(wire: ListedPositionWire, atmIv: number | null): ListedPosition {
  const row = toDomain(wire, positionNames)
  const { premiumIsQuote, premiumSource } = row
  const outcome = row.outcome && toDomain(row.outcome)
  return {
    ...row,
    position: readPosition(wire),
    quote: {
      ...row,
      priceSource: 'quote',
      premiumIsFallback: premiumIsQuote === false,
      premiumSource: premiumSource === 'settled' ? null : premiumSource,
      atmIv,
      expirationClose: outcome?.close ?? null,
    },
    pnl: row,
    outcome,
    life: { ...row, suggestion: wire.suggestion && readSuggestion(wire.suggestion) },
  }
}

type TotalsWire = Success<'portfolio.list'>['totals']

const readSum = (wire: TotalsWire['cc_pnl']) => toDomain(wire, { cost: 'costUsd' })

function readTotals(wire: TotalsWire): PortfolioTotals {
  return {
    ...toDomain(wire, { cost: 'costUsd', premium: 'premiumUsd' }),
    stockPnl: readSum(wire.stock_pnl),
    optionPnl: readSum(wire.option_pnl),
    coveredCallPnl: readSum(wire.cc_pnl),
    coveredCallParts: toDomain(wire.cc_pnl_parts, { stock_pnl: 'stockUsd', option_pnl: 'optionUsd' }),
  }
}

function readList(wire: Success<'portfolio.list'>): PositionList {
  const atmIvs = new Map(wire.underlyings.map(({ symbol, atm_iv }) => [symbol, atm_iv]))
  return {
    ...readMarket(wire),
    positions: wire.positions.map((position) => readListed(position, atmIvs.get(position.ticker) ?? null)),
    uncovered: wire.uncovered.map(readUncovered),
    lastFeePerContractUsd: wire.last_fee_per_contract_usd,
    totals: readTotals(wire.totals),
    chainsPnl: readSum(wire.totals.chains_pnl),
    actions: wire.attention.actions,
  }
}

const readEntry = (wire: AttentionItem): AttentionEntry => ({
  ...toDomain(wire, { ...positionNames, days_to_expiration: 'days' }),
  dividendAtStakeUsd: wire.dividend?.at_stake ?? null,
})

function readAttention(wire: Success<'portfolio.attention'>): AttentionList {
  return {
    ...readMarket(wire),
    entries: wire.items.map(readEntry),
    ...wire.counts,
    reasons: wire.reasons,
    dividendsAtStakeUsd: wire.dividends_at_stake,
  }
}

export const portfolioApi = api.injectEndpoints({
  endpoints: (build) => ({
    positions: build.query<PositionList, void>({
      query: () => request('portfolio.list'),
      transformResponse: readList,
      providesTags: ['Portfolio'],
    }),
    attention: build.query<AttentionList, void>({
      query: () => request('portfolio.attention'),
      transformResponse: readAttention,
      providesTags: ['Portfolio'],
    }),
    addPosition: build.mutation<null, Keyed & { readonly position: Position; readonly details?: EntryDetails }>({
      query: ({ position, details, idempotencyKey }) =>
        request('portfolio.add', { body: writePosition(position, details), idempotencyKey }),
      transformResponse: () => null,
    }),
    updatePosition: build.mutation<null, Keyed & { readonly id: string; readonly terms: PositionTerms }>({
      query: ({ id, terms, idempotencyKey }) =>
        request('portfolio.update', { params: { id }, body: writeTerms(terms), idempotencyKey }),
      transformResponse: () => null,
    }),
    removePosition: build.mutation<null, Keyed & { readonly id: string }>({
      query: ({ id, idempotencyKey }) => request('portfolio.remove', { params: { id }, idempotencyKey }),
      transformResponse: () => null,
    }),
    /** For each row that it rejects, the server returns the reason. */
    migratePositions: build.mutation<Success<'portfolio.migrate'>, Keyed & { readonly rows: readonly unknown[] }>({
      query: ({ rows, idempotencyKey }) => request('portfolio.migrate', { body: [...rows], idempotencyKey }),
    }),
    importPositions: build.mutation<
      Success<'portfolio.import'>,
      Keyed & { readonly body: Body<'portfolio.import'>; readonly dryRun: boolean }
    >({
      query: ({ body, dryRun, idempotencyKey }) =>
        request('portfolio.import', { query: { dry_run: dryRun }, body, idempotencyKey }),
    }),
  }),
})

export const { usePositionsQuery, useAttentionQuery, useImportPositionsMutation } = portfolioApi
