import type { Handlers } from '@callwright/service'
import type { PrepareCheck } from './entry-check.ts'
import type { createIdempotentWrite } from './idempotent-write.ts'
import { listTickers, migratePositions } from './migrate-positions.ts'
import { readNewPosition } from './position-terms.ts'
import { addPosition, removePosition, updatePosition } from './positions.ts'
import { toWirePosition } from './wire.ts'

type PositionId = 'portfolio.add' | 'portfolio.update' | 'portfolio.remove' | 'portfolio.migrate'

export function positionRoutes(deps: {
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly prepareCheck: PrepareCheck
}): Pick<Handlers<'portfolio'>, PositionId> {
  const { writeIdempotently, prepareCheck } = deps
  return {
    'portfolio.add': async (call) => {
      const check = await prepareCheck([call.body.ticker], call.request.id)
      return writeIdempotently('portfolio.add', call, async (book) => {
        const { outcome, position } = await addPosition(book, readNewPosition(call.body, check.resolveSymbol), check)
        return { status: 'success' as const, outcome, position: toWirePosition(position) }
      })
    },
    'portfolio.update': async (call) => {
      const { ticker } = call.body
      const check = await prepareCheck(ticker === undefined ? [] : [ticker], call.request.id)
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
      const check = await prepareCheck(listTickers(call.body), call.request.id)
      return writeIdempotently('portfolio.migrate', call, (book) => migratePositions(book, call.body, check))
    },
  }
}
