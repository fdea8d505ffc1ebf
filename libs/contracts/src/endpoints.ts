import type { Static, TObject, TSchema } from 'typebox'
import { alertSchemas } from './alerts.ts'
import { authSchemas } from './auth.ts'
import { coachSchemas } from './coach.ts'
import { contractQuoteSchemas } from './contract-quotes.ts'
import { type EndpointId, endpointIds, endpointTable, type publicEndpoints } from './endpoint-table.ts'
import { gatewaySchemas } from './gateway.ts'
import { lifecycleSchemas } from './lifecycle-endpoints.ts'
import { marketStatusSchemas } from './market-status.ts'
import { optionScreenerSchemas } from './option-screener.ts'
import { optionSchemas } from './options.ts'
import { portfolioSchemas } from './portfolio.ts'
import type { Owner } from './public-endpoints.ts'
import { screenerSchemas } from './screener.ts'
import { stockSchemas } from './stocks.ts'
import { taxSchemas } from './tax.ts'

export interface EndpointSchemas {
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Headers that the endpoint uses; the handler validates them. */
  readonly headers?: TObject
  /** Media types of the request body and of the success response; JSON by default. */
  readonly bodyTypes?: readonly string[]
  readonly responseTypes?: readonly string[]
  /** Data schemas by event name, if the endpoint can respond with an event stream. */
  readonly events?: Readonly<Record<string, TSchema>>
  readonly responses: Readonly<Record<number, TSchema>>
}

const all = {
  ...authSchemas,
  ...stockSchemas,
  ...marketStatusSchemas,
  ...optionSchemas,
  ...contractQuoteSchemas,
  ...screenerSchemas,
  ...optionScreenerSchemas,
  ...portfolioSchemas,
  ...lifecycleSchemas,
  ...alertSchemas,
  ...taxSchemas,
  ...coachSchemas,
  ...gatewaySchemas,
} as const
/** Schemas for every endpoint; an unknown id fails to compile. */
const schemas = all satisfies Record<EndpointId, EndpointSchemas> & Record<Exclude<keyof typeof all, EndpointId>, never>

export type PublicId = keyof typeof publicEndpoints

export function listEndpoints(owner: Owner): EndpointId[] {
  return endpointIds.filter((id) => endpointTable[id].owner === owner)
}

export function getSchemas(id: EndpointId): EndpointSchemas {
  return schemas[id]
}

type Schemas = typeof schemas
type StaticOr<S, Fallback> = [S] extends [never] ? Fallback : S extends TSchema ? Static<S> : Fallback
type SuccessStatus = 200 | 201 | 202 | 204
type Field<Id extends EndpointId, Name extends string> = Schemas[Id] extends { readonly [K in Name]: infer S }
  ? S
  : never

export type Params<Id extends EndpointId> = StaticOr<Field<Id, 'params'>, Record<never, never>>
export type Query<Id extends EndpointId> = StaticOr<Field<Id, 'query'>, Record<never, never>>
export type Body<Id extends EndpointId> = StaticOr<Field<Id, 'body'>, undefined>
/** Body of the endpoint's success response. */
export type Success<Id extends EndpointId> = {
  [S in keyof Schemas[Id]['responses'] & SuccessStatus]: Schemas[Id]['responses'][S] extends infer R extends TSchema
    ? Static<R>
    : never
}[keyof Schemas[Id]['responses'] & SuccessStatus]

/** The endpoint's only 2xx status. */
export function getSuccessStatus(id: EndpointId): number {
  const status = Object.keys(getSchemas(id).responses)
    .map(Number)
    .find((candidate) => candidate < 300)
  if (status === undefined) throw new Error(`${id} declares no success status`)
  return status
}
