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
 * One transaction for one write of a user. Under an Idempotency-Key the first success is kept with what it wrote, and
 * answered again to the same request. Throws `invalid_idempotency_key`, `idempotency_key_reused`.
 */
export function createWriteOnce(store: Pick<PositionStore, 'write'>, metrics: WriteMetrics) {
  return async <Id extends WriteId>(
    id: Id,
    call: Pick<Call<Id>, 'identity' | 'params' | 'query' | 'body' | 'request'>,
    work: (book: PositionBook) => Promise<Success<Id>>,
  ): Promise<Success<Id>> => {
    const { userId } = getUser(call.identity)
    try {
      const outcome = await store.write(userId, readKey(id, call), work)
      const answer = outcome.isRepeated ? (readKept(id)(outcome.answer) as Success<Id>) : outcome.answer
      metrics.noteSuccess(id, { query: call.query, isRepeated: outcome.isRepeated, answer })
      return answer
    } catch (error) {
      metrics.noteFailure(id, error)
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
  const asked = JSON.stringify([id, params, query, body])
  return { key, fingerprint: createHash('sha256').update(asked).digest('base64url') }
}

/** What an earlier release kept may have another shape: it is then no answer of this one. */
function readKept(id: WriteId): (kept: unknown) => unknown {
  const schema = getSchemas(id).responses[getSuccessStatus(id)]
  if (schema === undefined) throw new Error(`${id} names no answer`)
  return createReader(schema, `The kept answer of ${id}`)
}
