import { type Handlers, requireAuthService } from '@callwright/service'
import { toWireScreen } from '../screens/routes.ts'
import type { Screens } from '../screens/screens.ts'
import type { Weights } from '../weights/weights.ts'
import type { UserStore } from './user-store.ts'

type UserHandlers = Pick<Handlers<'screener'>, 'screener.erase' | 'screener.exportUser'>

/** Internal endpoints for the auth service: export and erase a user's data. */
export function userRoutes(deps: {
  readonly users: UserStore
  readonly weights: Weights
  readonly screens: Pick<Screens, 'list'>
}): UserHandlers {
  const { users, weights, screens } = deps
  return {
    async 'screener.erase'({ identity, params }) {
      requireAuthService(identity)
      await users.erase(params.id)
      await weights.reload()
      return { status: 'success' }
    },
    async 'screener.exportUser'({ identity, params }) {
      requireAuthService(identity)
      const saved = await screens.list(params.id)
      await weights.nudge()
      const { weights: own, custom } = await weights.get(params.id)
      return { status: 'success', kept: { weights: custom ? own : null, screens: saved.map(toWireScreen) } }
    },
  }
}
