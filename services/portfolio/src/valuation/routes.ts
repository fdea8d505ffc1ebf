import { type Call, getUser, type Handlers } from '@callwright/service'
import { toWireAttention } from './attention-wire.ts'
import type { ReadPortfolio } from './portfolio.ts'
import { toWireList } from './wire.ts'

type ValuationId = 'portfolio.list' | 'portfolio.attention'

export function valuationRoutes({
  readPortfolio,
}: {
  readonly readPortfolio: ReadPortfolio
}): Pick<Handlers<'portfolio'>, ValuationId> {
  const read = ({ identity, request }: Pick<Call<ValuationId>, 'identity' | 'request'>) =>
    readPortfolio(getUser(identity).userId, request.id)
  return {
    'portfolio.list': async (call) => toWireList(await read(call)),
    'portfolio.attention': async (call) => toWireAttention(await read(call)),
  }
}
