import Type from 'typebox'
import { Chain, ChainEvents, type certainties, chainIntents, Holding, IncomeBucket, Suggestion } from './lifecycle.ts'
import { CallEventBody, ChainEventBody, LedgerEvent, MAX_CONFIRMED, ProposedEvent } from './lifecycle-events.ts'
import { MAX_NOTES_LENGTH } from './portfolio-limits.ts'
import { StoredPosition } from './position.ts'
import {
  Instant,
  IsoDate,
  NullableString,
  nullable,
  PositionId,
  provenance,
  request,
  StatusSuccess,
  SymbolText,
} from './primitives.ts'
import { problems } from './problem.ts'
import { RollPreviewBody, rollPreview } from './rolls.ts'

const IdParams = request({ id: PositionId })
const Account = Type.String({ minLength: 1, maxLength: 60 })

/** Stamp of the market data in a response: the oldest time, the worst data class, and the stocks without data. */
const market = {
  market_time: Instant,
  partial: Type.Boolean(),
  missing_symbols: Type.Array(Type.Object({ symbol: Type.String(), reason: Type.String() })),
  message: NullableString,
  ...provenance,
}

const writeHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Chosen by the client, one for each write' }),
  ),
})
const writeProblems = problems(400, 401, 404, 409, 422, 503)

const SuggestionId = Type.String({ minLength: 1, maxLength: 200 })

const EventAnswer = {
  200: Type.Object({
    status: StatusSuccess,
    event: LedgerEvent,
    position: nullable(StoredPosition),
    chain: Chain,
  }),
  ...writeProblems,
}
const ChainAnswer = { 200: Type.Object({ status: StatusSuccess, chain: Chain }), ...writeProblems }

export const lifecycleSchemas = {
  'portfolio.recordCallEvent': {
    headers: writeHeaders,
    params: IdParams,
    body: CallEventBody,
    responses: EventAnswer,
  },
  'portfolio.listCallEvents': {
    params: IdParams,
    query: request({ scope: Type.Optional(Type.Enum(['call', 'chain'])) }),
    responses: { 200: Type.Object({ status: StatusSuccess, events: ChainEvents }), ...problems(400, 401, 404, 503) },
  },
  'portfolio.recordChainEvent': {
    headers: writeHeaders,
    params: IdParams,
    body: ChainEventBody,
    responses: {
      200: Type.Object({ status: StatusSuccess, event: LedgerEvent, chain: Chain }),
      ...writeProblems,
    },
  },
  'portfolio.listChains': {
    query: request({
      state: Type.Optional(Type.Enum(['open', 'ended', 'all'])),
      symbol: Type.Optional(SymbolText),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    }),
    responses: {
      200: Type.Object({ status: StatusSuccess, chains: Type.Array(Chain), total: Type.Integer(), ...market }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.getChain': {
    params: IdParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, chain: Chain, events: ChainEvents, ...market }),
      ...problems(400, 401, 404, 503),
    },
  },
  'portfolio.updateChain': {
    headers: writeHeaders,
    params: IdParams,
    body: request({
      intent: Type.Optional(nullable(Type.Enum(chainIntents))),
      account: Type.Optional(nullable(Account)),
      tax_deferred: Type.Optional(Type.Boolean()),
      note: Type.Optional(nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
    }),
    responses: ChainAnswer,
  },
  'portfolio.joinChain': {
    headers: writeHeaders,
    params: IdParams,
    body: request({ chain_id: PositionId, event_id: Type.Optional(PositionId) }),
    responses: ChainAnswer,
  },
  'portfolio.income': {
    query: request({
      by: Type.Optional(Type.Enum(['month', 'symbol'])),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
      account: Type.Optional(Account),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        by: Type.Enum(['month', 'symbol']),
        buckets: Type.Array(IncomeBucket),
        totals: IncomeBucket,
        message: NullableString,
      }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.holdings': {
    query: request({ account: Type.Optional(Account) }),
    responses: {
      200: Type.Object({ status: StatusSuccess, holdings: Type.Array(Holding), ...market }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.previewRolls': {
    body: RollPreviewBody,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        ...rollPreview,
        ...market,
      }),
      ...problems(400, 401, 404, 409, 503),
    },
  },
  'portfolio.suggestions': {
    responses: {
      200: Type.Object({ status: StatusSuccess, suggestions: Type.Array(Suggestion), ...market }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.confirmSuggestions': {
    headers: writeHeaders,
    body: request({
      items: Type.Array(
        request({
          suggestion_id: SuggestionId,
          event_id: PositionId,
          expected_kind: Type.Enum(['close', 'expire', 'assign', 'dividend', 'adjust']),
          event: Type.Optional(ProposedEvent),
        }),
        { minItems: 1, maxItems: MAX_CONFIRMED },
      ),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        confirmed: Type.Array(Type.Object({ suggestion_id: Type.String(), event: LedgerEvent })),
        refused: Type.Array(Type.Object({ suggestion_id: Type.String(), code: Type.String(), reason: Type.String() })),
      }),
      ...writeProblems,
    },
  },
  'portfolio.dismissSuggestion': {
    headers: writeHeaders,
    body: request({ suggestion_id: SuggestionId, event_id: PositionId }),
    responses: { 200: Type.Object({ status: StatusSuccess }), ...writeProblems },
  },
} as const

/** Codes of the problems that recording an event can end with, beside `validation`. */
export const lifecycleCodes = [
  'in_the_future',
  'unknown_position',
  'unknown_chain',
  'unknown_event',
  'unknown_suggestion',
  'before_entry',
  'after_expiry',
  'not_expired_yet',
  'more_than_open',
  'more_than_held',
  'already_ended',
  'same_call',
  'adjustment_pending',
  'shares_are_covering',
  'other_stock',
  'has_events',
  'from_lots',
  'part_of_roll',
  'breaks_later_event',
  'already_voided',
  'suggestion_changed',
  'too_many_events',
  'other_content',
  'equal_terms',
  'preview_changed',
] as const
export type LifecycleCode = (typeof lifecycleCodes)[number]
export type Certainty = (typeof certainties)[number]
