import type { Handlers } from '@callwright/service'
import { migratePositions } from './migrate-positions.ts'
import { readNewPosition } from './position-terms.ts'
import { addPosition, removePosition, updatePosition } from './positions.ts'
import { toWirePosition } from './wire.ts'
import type { createWriteOnce } from './write-once.ts'

type PositionId = 'portfolio.add' | 'portfolio.update' | 'portfolio.remove' | 'portfolio.migrate'

export function positionRoutes(deps: {
  readonly writeOnce: ReturnType<typeof createWriteOnce>
}): Pick<Handlers<'portfolio'>, PositionId> {
  const { writeOnce } = deps
  return {
    'portfolio.add': (call) =>
      writeOnce('portfolio.add', call, async (book) => {
        const { outcome, position } = await addPosition(book, readNewPosition(call.body))
        return { status: 'success' as const, outcome, position: toWirePosition(position) }
      }),
    'portfolio.update': (call) =>
      writeOnce('portfolio.update', call, async (book) => {
        const position = await updatePosition(book, call.params.id, call.body)
        return { status: 'success' as const, position: toWirePosition(position) }
      }),
    'portfolio.remove': (call) =>
      writeOnce('portfolio.remove', call, async (book) => {
        const position = await removePosition(book, call.params.id)
        return { status: 'success' as const, position: toWirePosition(position) }
      }),
    'portfolio.migrate': (call) => writeOnce('portfolio.migrate', call, (book) => migratePositions(book, call.body)),
  }
}
