import { createHash } from 'node:crypto'
import {
  createWireWriter,
  type EndpointId,
  getSchemas,
  getSuccessStatus,
  type Success,
  termNames,
  StoredPosition as WirePosition,
} from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import {
  AppError,
  type Call,
  createReader,
  getUser,
  type Handlers,
  type Metrics,
  readHeader,
} from '@callwright/service'
import { badKey, writesWaiting } from '../errors.ts'
import type { ReadGrant } from '../tax/grants.ts'
import { removePosition, updatePosition } from './change-position.ts'
import type { PositionBook, StoredPosition } from './position-book.ts'
import type { PositionStore, WriteKey } from './position-store.ts'
import { NO_DETAILS, readNewPosition } from './position-terms.ts'
import { addPosition, listSymbols, migratePositions } from './positions.ts'
import type { PrepareCheck } from './stock-names.ts'

type PositionId = 'portfolio.add' | 'portfolio.update' | 'portfolio.remove' | 'portfolio.migrate'

/** Day of the first split that the user has not decided on in a chain; null if there is none. */
export type FindPendingSplit = (userId: string, requestId: string, chainId: string) => Promise<IsoDate | null>

export function positionRoutes(deps: {
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly findPendingSplit: FindPendingSplit
  readonly prepareCheck: PrepareCheck
  readonly readGrant: ReadGrant
}): Pick<Handlers<'portfolio'>, PositionId> {
  const { writeIdempotently, findPendingSplit, prepareCheck, readGrant } = deps
  return {
    'portfolio.add': async (call) => {
      const { chain_id: chainId } = call.body
      const [check, pendingSplitOn] = await Promise.all([
        prepareCheck([call.body.ticker], call.request.id),
        chainId === undefined ? null : findPendingSplit(getUser(call.identity).userId, call.request.id, chainId),
      ])
      const added = readNewPosition(call.body, check.resolveSymbol)
      const { symbol, entryDate, expiration } = added.terms
      const written = { symbol, day: entryDate, expiration }
      const grant = await readGrant(written, { today: check.today, requestId: call.request.id })
      return writeIdempotently('portfolio.add', call, async (book) => {
        const entered = grant === null ? added : { ...added, details: { ...NO_DETAILS, ...added.details, grant } }
        const { outcome, position } = await addPosition(book, entered, {
          ...check,
          isEqualConfirmed: call.body.confirm_equal === true,
          pendingSplitOn,
        })
        return { status: 'success' as const, outcome, position: toWirePosition(position) }
      })
    },
    'portfolio.update': async (call) => {
      const { ticker: symbol } = call.body
      const check = await prepareCheck(symbol === undefined ? [] : [symbol], call.request.id)
      return writeIdempotently('portfolio.update', call, async (book) => {
        const position = await updatePosition(book, call.params.id, call.body, check)
        return { status: 'success' as const, position: toWirePosition(position) }
      })
    },
    'portfolio.remove': (call) =>
      writeIdempotently('portfolio.remove', call, async (book) => {
        const position = await removePosition(book, call.params.id)
        return { status: 'success' as const, position: toWirePosition(position) }
      }),
    'portfolio.migrate': async (call) => {
      const check = await prepareCheck(listSymbols(call.body), call.request.id)
      return writeIdempotently('portfolio.migrate', call, (book) => migratePositions(book, call.body, check))
    },
  }
}

const KEY = /^[\x21-\x7E]{1,255}$/

type WriteId = Extract<
  EndpointId,
  | 'portfolio.add'
  | 'portfolio.update'
  | 'portfolio.remove'
  | 'portfolio.migrate'
  | 'portfolio.import'
  | 'portfolio.undoImport'
  | 'portfolio.recordCallEvent'
  | 'portfolio.recordChainEvent'
  | 'portfolio.updateChain'
  | 'portfolio.joinChain'
  | 'portfolio.confirmSuggestions'
  | 'portfolio.dismissSuggestion'
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

const operations: Readonly<Record<WriteId, string>> = {
  'portfolio.add': 'add',
  'portfolio.update': 'update',
  'portfolio.remove': 'remove',
  'portfolio.migrate': 'migrate',
  'portfolio.import': 'import',
  'portfolio.undoImport': 'undo_import',
  'portfolio.recordCallEvent': 'record',
  'portfolio.recordChainEvent': 'record',
  'portfolio.updateChain': 'chain',
  'portfolio.joinChain': 'chain',
  'portfolio.confirmSuggestions': 'confirm',
  'portfolio.dismissSuggestion': 'dismiss',
}
/**
 * `created`: a new write. `replayed`: a repeated response. `conflict`: a conflict with stored data. `error`: a server
 * failure.
 */
const outcomes = ['created', 'replayed', 'conflict', 'error'] as const
/** Statuses of a conflict with stored data, or with an earlier use of the same key. */
const conflicts: ReadonlySet<number> = new Set([409, 422])

interface Written {
  readonly query: { readonly dry_run?: boolean } | Readonly<Record<string, never>>
  readonly isRepeated: boolean
  readonly answer: unknown
}

type WriteMetrics = ReturnType<typeof createWriteMetrics>

export function createWriteMetrics({ counter, loadShed }: Pick<Metrics, 'counter' | 'loadShed'>) {
  const writes = counter('portfolio_writes_total', 'Writes by outcome', ['operation', 'outcome'], {
    known: { operation: [...new Set(Object.values(operations))], outcome: outcomes },
  })
  const migrated = counter('portfolio_migrated_positions_total', 'Positions migrated from browsers')
  const reason = writesWaiting().code
  loadShed.inc({ reason }, 0)
  const count = (id: WriteId, outcome: (typeof outcomes)[number]) => writes.inc({ operation: operations[id], outcome })

  return {
    recordSuccess(id: WriteId, { query, isRepeated, answer }: Written): void {
      // A dry run writes nothing.
      if (query?.dry_run) return
      count(id, isRepeated ? 'replayed' : 'created')
      if (id !== 'portfolio.migrate' || isRepeated) return
      migrated.inc((answer as Success<'portfolio.migrate'>).migrated_count)
    },
    /** Invalid requests are not counted. */
    recordFailure(id: WriteId, error: unknown): void {
      const status = error instanceof AppError ? error.status : 500
      if (error instanceof AppError && error.code === reason) loadShed.inc({ reason })
      if (conflicts.has(status)) count(id, 'conflict')
      else if (status >= 500) count(id, 'error')
    },
  }
}

const writePosition = createWireWriter(WirePosition, termNames)

export const toWirePosition = (position: StoredPosition): WirePosition =>
  writePosition({
    ...position,
    shares: position.contracts * position.deliverableShares,
    createdAt: position.createdAt.toISOString(),
    updatedAt: position.updatedAt.toISOString(),
  })
