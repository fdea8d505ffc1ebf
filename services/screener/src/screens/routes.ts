import type { SavedScreen, Success } from '@callwright/contracts'
import { getUser, type Handlers } from '@callwright/service'
import type { StoredScreen } from './screen-store.ts'
import type { Screens } from './screens.ts'

type ScreenHandlers = Pick<
  Handlers<'screener'>,
  'screener.listScreens' | 'screener.putScreen' | 'screener.removeScreen'
>

export function screenRoutes({ screens }: { readonly screens: Screens }): ScreenHandlers {
  return {
    async 'screener.listScreens'({ identity }) {
      return toWire(await screens.list(getUser(identity).userId))
    },
    async 'screener.putScreen'({ identity, params, body }) {
      return toWire(await screens.put(getUser(identity).userId, { ...body, id: params.id }))
    },
    async 'screener.removeScreen'({ identity, params }) {
      return toWire(await screens.remove(getUser(identity).userId, params.id))
    },
  }
}

function toWire(screens: readonly StoredScreen[]): Success<'screener.listScreens'> {
  return { status: 'success', screens: screens.map(toWireScreen) }
}

export function toWireScreen({ updatedAt, ...screen }: StoredScreen): SavedScreen {
  return { ...screen, updated_at: updatedAt.toISOString() }
}
