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

const schemas = {
  ...authSchemas,
  ...stockSchemas,
  ...optionSchemas,
  ...contractQuoteSchemas,
  ...screenerSchemas,
  ...portfolioSchemas,
  ...coachSchemas,
  ...gatewaySchemas,
} as const satisfies Partial<Record<EndpointId, EndpointSchemas>>

/** The endpoints a caller outside can reach. */
export type PublicId = {
  [Id in EndpointId]: (typeof endpointTable)[Id]['access'] extends 'service' ? never : Id
}[EndpointId] &
  ServedId

/** The endpoints that have a handler today; every other row of the table answers 501. */
export type ServedId = keyof typeof schemas

export const servedIds = Object.keys(schemas) as ServedId[]
export const unservedIds = endpointIds.filter((id) => !(id in schemas))

export function isServed(id: EndpointId): id is ServedId {
  return id in schemas
}

/** The served rows of one process. */
export function listServed(owner: Owner): ServedId[] {
  return servedIds.filter((id) => endpointTable[id].owner === owner)
}

export function getSchemas(id: ServedId): EndpointSchemas {
  return schemas[id]
}

type Schemas = typeof schemas
type StaticOr<S, Fallback> = [S] extends [never] ? Fallback : S extends TSchema ? Static<S> : Fallback
type SuccessStatus = 200 | 201 | 202 | 204
type Field<Id extends ServedId, Name extends string> = Schemas[Id] extends { readonly [K in Name]: infer S } ? S : never

export type Params<Id extends ServedId> = StaticOr<Field<Id, 'params'>, Record<never, never>>
export type Query<Id extends ServedId> = StaticOr<Field<Id, 'query'>, Record<never, never>>
export type Body<Id extends ServedId> = StaticOr<Field<Id, 'body'>, undefined>
/** The body of the endpoint's success status. */
export type Success<Id extends ServedId> = {
  [S in keyof Schemas[Id]['responses'] & SuccessStatus]: Schemas[Id]['responses'][S] extends infer R extends TSchema
    ? Static<R>
    : never
}[keyof Schemas[Id]['responses'] & SuccessStatus]

/** The one 2xx status an endpoint answers with. */
export function getSuccessStatus(id: ServedId): number {
  const status = Object.keys(getSchemas(id).responses)
    .map(Number)
    .find((candidate) => candidate < 300)
  if (status === undefined) throw new Error(`${id} names no success status`)
  return status
}
