import type { Static, TObject, TSchema } from 'typebox'
import { authSchemas } from './auth.ts'
import { coachSchemas } from './coach.ts'
import { contractQuoteSchemas } from './contract-quotes.ts'
import { type EndpointId, endpointIds, endpointTable, type Owner } from './endpoint-table.ts'
import { gatewaySchemas } from './gateway.ts'
import { optionSchemas } from './options.ts'
import { portfolioSchemas } from './portfolio.ts'
import { screenerSchemas } from './screener.ts'
import { stockSchemas } from './stocks.ts'

export interface EndpointSchemas {
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Headers that mean something here; the handler checks them. */
  readonly headers?: TObject
  /** Media types of the body and of the success; JSON unless given. */
  readonly bodyTypes?: readonly string[]
  readonly answerTypes?: readonly string[]
  /** What the data of each event is, where the answer may be an event stream. */
  readonly events?: Readonly<Record<string, TSchema>>
  readonly responses: Readonly<Record<number, TSchema>>
}

const all = {
  ...authSchemas,
  ...stockSchemas,
  ...optionSchemas,
  ...contractQuoteSchemas,
  ...screenerSchemas,
  ...portfolioSchemas,
  ...coachSchemas,
  ...gatewaySchemas,
} as const
/** Of every row, and of nothing that is none. */
const schemas = all satisfies Record<EndpointId, EndpointSchemas> & Record<Exclude<keyof typeof all, EndpointId>, never>

/** The endpoints a caller outside can reach. */
export type PublicId = {
  [Id in EndpointId]: (typeof endpointTable)[Id]['access'] extends 'service' ? never : Id
}[EndpointId]

/** The rows of one process. */
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
/** The body of the endpoint's success status. */
export type Success<Id extends EndpointId> = {
  [S in keyof Schemas[Id]['responses'] & SuccessStatus]: Schemas[Id]['responses'][S] extends infer R extends TSchema
    ? Static<R>
    : never
}[keyof Schemas[Id]['responses'] & SuccessStatus]

/** The one 2xx status an endpoint answers with. */
export function getSuccessStatus(id: EndpointId): number {
  const status = Object.keys(getSchemas(id).responses)
    .map(Number)
    .find((candidate) => candidate < 300)
  if (status === undefined) throw new Error(`${id} names no success status`)
  return status
}
