import { getUser, type Handlers } from '@callwright/service'
import type { Weights } from './weights.ts'

type WeightHandlers = Pick<Handlers<'screener'>, 'screener.getWeights' | 'screener.putWeights'>

export function weightRoutes({ weights }: { readonly weights: Weights }): WeightHandlers {
  return {
    async 'screener.getWeights'({ identity }) {
      return { status: 'success', ...(await weights.get(getUser(identity).userId)) }
    },
    async 'screener.putWeights'({ identity, body }) {
      return { status: 'success', ...(await weights.put(getUser(identity).userId, body)) }
    },
  }
}
