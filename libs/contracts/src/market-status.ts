import Type, { type Static } from 'typebox'
import { Instant, NullableInteger, NullableString, nullable, StatusSuccess, stamp } from './primitives.ts'
import { problems } from './problem.ts'

export const marketKinds = ['simulated', 'recorded', 'live'] as const
export const sourceStates = ['working', 'not_asked_yet', 'paused', 'failing', 'key_refused'] as const

const MarketSource = Type.Object({
  name: Type.String(),
  title: Type.String(),
  state: Type.Enum(sourceStates),
  offers: Type.Array(Type.String(), { description: 'Kinds of data, in words' }),
  last_response_at: nullable(Instant),
  last_error: nullable(
    Type.Object({ at: Instant, message: Type.String({ description: 'Without keys and without addresses' }) }),
  ),
  calls_left: nullable(
    Type.Integer({ minimum: 0, description: 'Calls that can be made at once; null before the first call' }),
  ),
  calls_per_minute: NullableInteger,
  paused_until: nullable(Instant),
})
export type MarketSource = Static<typeof MarketSource>

const MarketDataKind = Type.Object({
  kind: Type.String(),
  label: Type.String(),
  sources: Type.Array(Type.String(), {
    description: 'Titles in the order in which they are asked; empty if none has it',
  }),
})
export type MarketDataKind = Static<typeof MarketDataKind>

const FillProgress = Type.Object({
  label: Type.String(),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
})
export type FillProgress = Static<typeof FillProgress>

/** Schemas of the Market data page. */
export const marketStatusSchemas = {
  'marketData.status': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        kind: Type.Enum(marketKinds),
        sources: Type.Array(MarketSource),
        data: Type.Array(MarketDataKind),
        progress: nullable(
          Type.Array(FillProgress, { description: 'Stored data of the universe; empty for a market without a store' }),
        ),
        next_update_at: nullable(Instant),
        notes: Type.Array(Type.String(), { description: 'Sources that are left out, and why' }),
        commands: Type.Object({ change: Type.String(), check: Type.String() }),
        message: NullableString,
        ...stamp,
      }),
      ...problems(401, 503),
    },
  },
} as const
