import type { Body, Success } from '@callwright/contracts'
import { toDomain } from '@callwright/contracts/domain-names'
import { positionNames } from '@callwright/contracts/position-names'
import { api } from './api.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'
import { readSuggestion, type Suggestion } from './portfolio.ts'

type ChainWire = Success<'portfolio.getChain'>['chain']
type EventWire = Success<'portfolio.getChain'>['events'][number]
type HoldingWire = Success<'portfolio.holdings'>['holdings'][number]
type IncomeWire = Success<'portfolio.income'>
type PreviewWire = Success<'portfolio.previewRolls'>

/** All calls, shares and dividends of one campaign. */
export type Chain = ReturnType<typeof readChain>
export type ChainCall = Chain['calls'][number]
export type ShareLot = Chain['lots'][number]
export type BridgeLine = Chain['bridge'][number]
export type LedgerEvent = ReturnType<typeof readEvent>
export type Holding = ReturnType<typeof readHolding>
export type IncomeBucket = ReturnType<typeof readBucket>
export type RollPreview = ReturnType<typeof readPreview>
export type RollCandidate = RollPreview['candidates'][number]

/** An event to record on a call or on a chain's shares, as the server expects it. */
export type CallEventBody = Body<'portfolio.recordCallEvent'>
export type ChainEventBody = Body<'portfolio.recordChainEvent'>
export type ProposedEvent = NonNullable<Suggestion['event']>
export type ConfirmItem = Body<'portfolio.confirmSuggestions'>['items'][number]
export type RollQuestion = Body<'portfolio.previewRolls'>

const readCall = (wire: ChainWire['calls'][number]) => toDomain(wire, positionNames)
const readLot = (wire: ChainWire['lots'][number]) => toDomain(wire)

function readChain(wire: ChainWire) {
  return {
    ...toDomain(wire, positionNames),
    calls: wire.calls.map(readCall),
    lots: wire.lots.map(readLot),
    bridge: wire.bridge.map((line) => toDomain(line)),
  }
}

const readEvent = (wire: EventWire) => ({ ...toDomain(wire), roll: wire.roll && toDomain(wire.roll) })

const readHolding = (wire: HoldingWire) => ({
  ...toDomain(wire, { ticker: 'symbol' }),
  lots: wire.lots.map(readLot),
})

const readBucket = (wire: IncomeWire['totals']) => toDomain(wire)

const readPreview = (wire: PreviewWire) => ({
  ...toDomain(wire, { ticker: 'symbol' }),
  freshness: readStamp(wire),
  held: toDomain(wire.held, positionNames),
  lookedAt: wire.looked_at && toDomain(wire.looked_at),
  dividends: wire.dividends.map((dividend) => toDomain(dividend)),
  candidates: wire.candidates.map((candidate) => ({
    ...toDomain(candidate, positionNames),
    scores: candidate.scores && toDomain(candidate.scores),
    answers: toDomain(candidate.answers),
    after: toDomain(candidate.after),
  })),
})

type Stamp = Pick<PreviewWire, 'as_of' | 'data_class' | 'source'>

const readStamp = (wire: Stamp): Freshness =>
  readFreshness({ ...wire, cache_status: wire.data_class === 'stale' ? 'stale' : 'fresh' })

const readRecorded = ({ event }: { readonly event: EventWire }): LedgerEvent => readEvent(event)

export type ChainState = 'open' | 'ended' | 'all'

/** A chain's settings; empty texts mean none. */
export interface ChainSettings {
  readonly intent: '' | NonNullable<ChainWire['intent']>
  readonly account: string
  readonly taxDeferred: boolean
  readonly note: string
}

const writeSettings = ({ intent, account, taxDeferred, note }: ChainSettings): Body<'portfolio.updateChain'> => ({
  intent: intent === '' ? null : intent,
  account: account.trim() === '' ? null : account.trim(),
  tax_deferred: taxDeferred,
  note: note.trim() === '' ? null : note.trim(),
})

export interface Income {
  readonly buckets: readonly IncomeBucket[]
  readonly totals: IncomeBucket
  readonly message: string | null
}

export const lifecycleApi = api.injectEndpoints({
  endpoints: (build) => ({
    recordCallEvent: build.mutation<LedgerEvent, { readonly positionId: string; readonly body: CallEventBody }>({
      query: ({ positionId, body }) =>
        request('portfolio.recordCallEvent', { params: { id: positionId }, body, idempotencyKey: body.event_id }),
      transformResponse: readRecorded,
      invalidatesTags: (recorded) => (recorded === undefined ? [] : ['Portfolio']),
    }),
    recordChainEvent: build.mutation<LedgerEvent, { readonly chainId: string; readonly body: ChainEventBody }>({
      query: ({ chainId, body }) =>
        request('portfolio.recordChainEvent', { params: { id: chainId }, body, idempotencyKey: body.event_id }),
      transformResponse: readRecorded,
      invalidatesTags: (recorded) => (recorded === undefined ? [] : ['Portfolio']),
    }),
    chains: build.query<
      { readonly chains: readonly Chain[]; readonly total: number },
      { readonly state: ChainState; readonly symbol?: string; readonly offset?: number; readonly limit?: number }
    >({
      query: ({ state, symbol, offset = 0, limit = 50 }) =>
        request('portfolio.listChains', { query: { state, limit, offset, ...(symbol !== undefined && { symbol }) } }),
      transformResponse: ({ chains, total }: Success<'portfolio.listChains'>) => ({
        chains: chains.map(readChain),
        total,
      }),
      providesTags: ['Portfolio'],
    }),
    ledger: build.query<{ readonly chain: Chain; readonly events: readonly LedgerEvent[] }, string>({
      query: (id) => request('portfolio.getChain', { params: { id } }),
      transformResponse: ({ chain, events }: Success<'portfolio.getChain'>) => ({
        chain: readChain(chain),
        events: events.map(readEvent),
      }),
      providesTags: ['Portfolio'],
    }),
    updateChain: build.mutation<
      null,
      { readonly chainId: string; readonly settings: ChainSettings; readonly key: string }
    >({
      query: ({ chainId, settings, key }) =>
        request('portfolio.updateChain', {
          params: { id: chainId },
          body: writeSettings(settings),
          idempotencyKey: key,
        }),
      transformResponse: () => null,
      invalidatesTags: (_updated, error) => (error === undefined ? ['Portfolio'] : []),
    }),
    joinChain: build.mutation<
      null,
      { readonly chainId: string; readonly joinedChainId: string; readonly eventId: string }
    >({
      query: ({ chainId, joinedChainId, eventId }) =>
        request('portfolio.joinChain', {
          params: { id: chainId },
          body: { chain_id: joinedChainId, event_id: eventId },
          idempotencyKey: eventId,
        }),
      transformResponse: () => null,
      invalidatesTags: (_joined, error) => (error === undefined ? ['Portfolio'] : []),
    }),
    income: build.query<Income, 'month' | 'symbol'>({
      query: (by) => request('portfolio.income', { query: { by } }),
      transformResponse: ({ buckets, totals, message }: IncomeWire) => ({
        buckets: buckets.map(readBucket),
        totals: readBucket(totals),
        message,
      }),
      providesTags: ['Portfolio'],
    }),
    holdings: build.query<readonly Holding[], void>({
      query: () => request('portfolio.holdings'),
      transformResponse: ({ holdings }: Success<'portfolio.holdings'>) => holdings.map(readHolding),
      providesTags: ['Portfolio'],
    }),
    rollPreview: build.query<RollPreview, RollQuestion>({
      query: (body) => request('portfolio.previewRolls', { body }),
      transformResponse: readPreview,
      providesTags: ['Portfolio'],
    }),
    suggestions: build.query<readonly Suggestion[], void>({
      query: () => request('portfolio.suggestions'),
      transformResponse: ({ suggestions }: Success<'portfolio.suggestions'>) => suggestions.map(readSuggestion),
      providesTags: ['Portfolio'],
    }),
    confirmSuggestions: build.mutation<Confirmation, { readonly items: readonly ConfirmItem[]; readonly key: string }>({
      query: ({ items, key }) =>
        request('portfolio.confirmSuggestions', { body: { items: [...items] }, idempotencyKey: key }),
      transformResponse: ({ confirmed, refused }: Success<'portfolio.confirmSuggestions'>) => ({
        confirmed: confirmed.map(({ event }) => readEvent(event)),
        refused: refused.map((each) => toDomain(each)),
      }),
      invalidatesTags: ['Portfolio'],
    }),
    dismissSuggestion: build.mutation<null, { readonly suggestionId: string; readonly eventId: string }>({
      query: ({ suggestionId, eventId }) =>
        request('portfolio.dismissSuggestion', {
          body: { suggestion_id: suggestionId, event_id: eventId },
          idempotencyKey: eventId,
        }),
      transformResponse: () => null,
      invalidatesTags: ['Portfolio'],
    }),
  }),
})

export interface Confirmation {
  readonly confirmed: readonly LedgerEvent[]
  readonly refused: readonly { readonly suggestionId: string; readonly code: string; readonly reason: string }[]
}

export const {
  useChainsQuery,
  useLedgerQuery,
  useIncomeQuery,
  useHoldingsQuery,
  useRollPreviewQuery,
  useSuggestionsQuery,
} = lifecycleApi
