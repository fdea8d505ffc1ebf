import type { Body, EndpointId, Params, Query } from '@callwright/contracts'
import { buildPath, endpointTable } from '@callwright/contracts/endpoint-table'

/** A request, identified by its row in the endpoint table. The row determines method, path and access. */
export interface ApiRequest {
  readonly id: EndpointId
  readonly method: string
  readonly path: string
  readonly needsToken: boolean
  readonly body: unknown
  readonly encoding: 'json' | 'form'
  /** Maximum number of attempts. A GET is retried after a network error or a 503. */
  readonly attempts: number
  /** Identifies a write across retries, so that the server applies it once. */
  readonly idempotencyKey: string | null
}

export interface RequestOptions<Id extends EndpointId> {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
  readonly encoding?: 'json' | 'form'
  readonly attempts?: number
  readonly idempotencyKey?: string
}

const GET_ATTEMPTS = 3

export function request<Id extends EndpointId>(id: Id, options: RequestOptions<Id> = {}): ApiRequest {
  const { method, access } = endpointTable[id]
  return {
    id,
    method,
    path: buildPath(id, options.params ?? {}) + buildSearch(options.query ?? {}),
    needsToken: access === 'user',
    body: options.body ?? null,
    encoding: options.encoding ?? 'json',
    attempts: options.attempts ?? (method === 'GET' ? GET_ATTEMPTS : 1),
    idempotencyKey: options.idempotencyKey ?? null,
  }
}

function buildSearch(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
