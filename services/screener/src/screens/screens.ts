import { MAX_SCREENS } from '@callwright/contracts'
import { badRequest } from '@callwright/service'
import { screenNameTaken, tooManyScreens, unknownScreen } from '../errors.ts'
import type { ScreenStore, StoredScreen } from './screen-store.ts'

export type Screens = ReturnType<typeof createScreens>

const CONTROL = /\p{Cc}/u

/** Saved screens of users (decision 0010). Every method returns all of the user's screens, sorted by name. */
export function createScreens(store: ScreenStore) {
  return {
    list: (userId: string): Promise<readonly StoredScreen[]> => store.list(userId),

    /** Adds a screen or replaces the one with this id. Throws a 409 for a duplicate name or too many screens. */
    async put(userId: string, screen: { readonly id: string; readonly name: string; readonly query: string }) {
      const name = readText('name', screen.name).trim().replace(/\s+/g, ' ')
      if (name === '') throw invalid('name', 'must not be blank')
      const query = readText('query', screen.query)
      const nameKey = name.normalize('NFKC').toLowerCase()
      const outcome = await store.put({ userId, id: screen.id, name, nameKey, query })
      if (outcome === 'too_many') throw tooManyScreens(MAX_SCREENS)
      if (outcome === 'name_taken') throw screenNameTaken(name)
      return store.list(userId)
    },

    async remove(userId: string, id: string): Promise<readonly StoredScreen[]> {
      if (!(await store.remove(userId, id))) throw unknownScreen()
      return store.list(userId)
    },
  }
}

/** Rejects lone surrogates and control characters; PostgreSQL rejects some of them too. */
function readText(field: string, text: string): string {
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode text')
  if (CONTROL.test(text)) throw invalid(field, 'must not contain control characters')
  return text
}

const invalid = (field: string, detail: string) => badRequest('validation', `${field} ${detail}.`, [{ field, detail }])
