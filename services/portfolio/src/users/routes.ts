import type { PositionHistory } from '@callwright/contracts'
import { type Handlers, requireAuthService } from '@callwright/service'
import type { AlertUserDataStore } from '../alerts/user-data.ts'
import { type Example, exampleIds, toExampleId } from '../demo/example-roles.ts'
import type { ReadExamples } from '../demo/examples.ts'
import type { ExportedEvent, PositionStore } from '../positions/position-store.ts'
import { addPositions } from '../positions/positions.ts'
import { toWirePosition } from '../positions/routes.ts'

type UserId = 'portfolio.erase' | 'portfolio.exportUser' | 'portfolio.heldSymbols' | 'portfolio.seedDemo'

/**
 * Routes for other services. For the auth service only: export and erase a user's data, and add example positions for a
 * demo. For the screener: which stocks are held.
 */
export function userRoutes(deps: {
  readonly store: Pick<PositionStore, 'erase' | 'listHeldSymbols' | 'readHistory' | 'write'>
  readonly readExamples: ReadExamples
  readonly alerts: AlertUserDataStore
}): Pick<Handlers<'portfolio'>, UserId> {
  const { store, readExamples, alerts } = deps
  return {
    async 'portfolio.erase'({ identity, params }) {
      requireAuthService(identity)
      await alerts.erase(params.id)
      return { status: 'success', ...(await store.erase(params.id)) }
    },
    async 'portfolio.exportUser'({ identity, params }) {
      requireAuthService(identity)
      const { positions, events, chains, maps } = await store.readHistory(params.id)
      return {
        status: 'success',
        history: {
          chains: chains.map(({ taxDeferred, ...chain }) => ({ ...chain, tax_deferred: taxDeferred })),
          positions: positions.map(toWirePosition),
          events: events.map(toWireEvent),
          import_maps: maps,
          alerts: await alerts.read(params.id),
        },
      }
    },
    async 'portfolio.heldSymbols'() {
      return { status: 'success', symbols: await store.listHeldSymbols() }
    },
    async 'portfolio.seedDemo'({ identity, params, request }) {
      requireAuthService(identity)
      const examples = await readExamples(request.id)
      return { status: 'success', positions: await seedExamples(store, params.id, examples) }
    },
  }
}

function toWireEvent({ terms, body, recordedAt, ...event }: ExportedEvent): PositionHistory['events'][number] {
  const { eventId, positionId, chainId, kind, occurredOn, feesUsd, voids, note } = event
  return {
    event_id: eventId,
    position_id: positionId,
    chain_id: chainId,
    kind,
    occurred_on: occurredOn,
    fees_usd: feesUsd,
    voids,
    note,
    terms: toWireNames(terms),
    body: toWireNames(body),
    recorded_at: recordedAt.toISOString(),
  }
}

const toWireNames = (fields: Readonly<Record<string, unknown>> | null) =>
  fields === null ? null : Object.fromEntries(Object.entries(fields).map(([name, value]) => [toWireName(name), value]))

const toWireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Adds the examples to a user's positions, unless the user has ever had any. Returns how many examples the user has
 * ever had.
 */
async function seedExamples(
  store: Pick<PositionStore, 'write'>,
  userId: string,
  examples: readonly Example[],
): Promise<number> {
  let given = 0
  await store.write(userId, null, async (book) => {
    const known = await book.find(exampleIds)
    given = known.size
    if (known.size > 0) return
    given = examples.length
    await addPositions(
      book,
      examples.map(({ role, terms }) => ({ id: toExampleId(role), terms })),
      { today: null },
    )
  })
  return given
}
