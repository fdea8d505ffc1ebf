import { type EndpointId, endpointIds, endpointTable } from './endpoint-table.ts'
import type { HttpMethod } from './public-endpoints.ts'

export type PathMatch =
  | { readonly kind: 'endpoint'; readonly id: EndpointId }
  | { readonly kind: 'other_method'; readonly allowed: readonly HttpMethod[] }
  | { readonly kind: 'none' }

interface Segment {
  readonly literals: Map<string, Segment>
  parameter: Segment | null
  readonly ids: Map<string, EndpointId>
}

const createSegment = (): Segment => ({ literals: new Map(), parameter: null, ids: new Map() })

/**
 * Finds the endpoint that serves a request. A literal segment wins over a parameter (`/positions/migrate` over
 * `/positions/:id`).
 */
export function matchEndpoint(method: string, path: string): PathMatch {
  const ids = findIds(root, path.split('/'), 0)
  if (ids === null) return { kind: 'none' }
  const id = ids.get(method)
  if (id !== undefined) return { kind: 'endpoint', id }
  return { kind: 'other_method', allowed: [...ids.values()].map((other) => endpointTable[other].method) }
}

function findIds(from: Segment, segments: readonly string[], index: number): Segment['ids'] | null {
  const text = segments[index]
  if (text === undefined) return from.ids.size > 0 ? from.ids : null
  const literal = from.literals.get(text)
  const found = literal === undefined ? null : findIds(literal, segments, index + 1)
  if (found !== null || text === '' || from.parameter === null) return found
  return findIds(from.parameter, segments, index + 1)
}

function buildTree(): Segment {
  const tree = createSegment()
  for (const id of endpointIds) {
    const { method, path } = endpointTable[id]
    path
      .split('/')
      .reduce((from, text) => stepInto(from, text), tree)
      .ids.set(method, id)
  }
  return tree
}

function stepInto(from: Segment, text: string): Segment {
  const known = text.startsWith(':') ? from.parameter : from.literals.get(text)
  if (known) return known
  const next = createSegment()
  if (text.startsWith(':')) from.parameter = next
  else from.literals.set(text, next)
  return next
}

const root = buildTree()
