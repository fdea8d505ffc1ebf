import { createHash } from 'node:crypto'
import { type EndpointId, getSchemas, getSuccessStatus, type Success } from '@callwright/contracts'
import { type Call, createReader, getUser, readHeader } from '@callwright/service'
import { badKey } from '../errors.ts'
import type { PositionBook } from './position-book.ts'
import type { PositionStore, WriteKey } from './position-store.ts'
import type { WriteMetrics } from './write-metrics.ts'

const KEY = /^[\x21-\x7E]{1,255}$/

export type WriteId = Extract<
  EndpointId,
  'portfolio.add' | 'portfolio.update' | 'portfolio.remove' | 'portfolio.migrate' | 'portfolio.import'
>

/**
 * Runs a user's write in one transaction. If the request has an Idempotency-Key, the first successful response is
 * stored in the same transaction, and repeats of the request get that response. Throws `invalid_idempotency_key` or
 * `idempotency_key_reused`.
 */
export function createIdempotentWrite(store: Pick<PositionStore, 'write'>, metrics: WriteMetrics) {
  return async <Id extends WriteId>(
    id: Id,
    call: Pick<Call<Id>, 'identity' | 'params' | 'query' | 'body' | 'request'>,
    work: (book: PositionBook) => Promise<Success<Id>>,
  ): Promise<Success<Id>> => {
    const { userId } = getUser(call.identity)
    try {
      const outcome = await store.write(userId, readKey(id, call), work)
      const answer = outcome.isRepeated ? (readStored(id)(outcome.answer) as Success<Id>) : outcome.answer
      metrics.recordSuccess(id, { query: call.query, isRepeated: outcome.isRepeated, answer })
      return answer
    } catch (error) {
      metrics.recordFailure(id, error)
      throw error
    }
  }
}

function readKey<Id extends WriteId>(
  id: Id,
  { params, query, body, request }: Pick<Call<Id>, 'params' | 'query' | 'body' | 'request'>,
): WriteKey | null {
  const key = readHeader(request, 'idempotency-key')
  if (key === undefined) return null
  if (!KEY.test(key)) throw badKey()
  const content = JSON.stringify([id, params, query, body])
  return { key, fingerprint: createHash('sha256').update(content).digest('base64url') }
}

/** Validates a stored response, because an earlier release may have stored a different shape. */
function readStored(id: WriteId): (stored: unknown) => unknown {
  const schema = getSchemas(id).responses[getSuccessStatus(id)]
  if (schema === undefined) throw new Error(`${id} has no success schema`)
  return createReader(schema, `The stored response of ${id}`)
}
