import { MAX_SCREENS, type SavedScreen, type ScreenTab, type Success } from '@callwright/contracts'
import { getUser, type Handlers, readUniqueViolation, translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { screenNameTaken, tooManyScreens, unknownScreen } from '../errors.ts'
import { readName, readText } from './names.ts'

export type Screens = ReturnType<typeof createScreens>

/** Saved screens of users (decision 0010). Every method returns all of the user's screens, sorted by name. */
export function createScreens(store: ScreenStore) {
  return {
    list: (userId: string): Promise<readonly StoredScreen[]> => store.list(userId),

    /** Adds a screen or replaces the one with this id. Throws a 409 for a duplicate name or too many screens. */
    async put(userId: string, screen: Omit<StoredScreen, 'updatedAt'>) {
      const { name, nameKey } = readName(screen.name)
      const query = readText('query', screen.query)
      const outcome = await store.put({ userId, id: screen.id, name, nameKey, query, tab: screen.tab })
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

type ScreenStore = ReturnType<typeof createScreenStore>

/** A saved screen, stored as the query string of its page. */
interface StoredScreen {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly tab: ScreenTab
  readonly updatedAt: Date
}

interface ScreenToPut {
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly query: string
  readonly tab: ScreenTab
}

/** SQL for saved screens; every statement is limited to one user. */
export function createScreenStore(database: Kysely<Tables>) {
  return translateErrors({
    async list(userId: string): Promise<StoredScreen[]> {
      return database
        .selectFrom('savedScreen')
        .select(['id', 'name', 'query', 'tab', 'updatedAt'])
        .where('userId', '=', userId)
        .orderBy(sql`name_key collate "C"`)
        .execute()
    },

    /**
     * Adds a screen or replaces the one with this id. A per-user lock keeps concurrent requests from exceeding the
     * limit.
     */
    async put({ userId, id, name, nameKey, query, tab }: ScreenToPut): Promise<'stored' | 'too_many' | 'name_taken'> {
      try {
        return await database.transaction().execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_screen ${userId}`}, 0))`.execute(transaction)
          const others = await transaction
            .selectFrom('savedScreen')
            .select((select) => select.fn.countAll<number>().as('count'))
            .where('userId', '=', userId)
            .where('id', '<>', id)
            .executeTakeFirstOrThrow()
          if (others.count >= MAX_SCREENS) return 'too_many'
          const values = { name, nameKey, query, tab, updatedAt: sql<Date>`clock_timestamp()` }
          await transaction
            .insertInto('savedScreen')
            .values({ userId, id, ...values })
            .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(values))
            .execute()
          return 'stored'
        })
      } catch (error) {
        if (readUniqueViolation(error) !== null) return 'name_taken'
        throw error
      }
    },

    /** Returns false if the user has no such screen. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('savedScreen')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  })
}

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
      return toWire(await screens.put(getUser(identity).userId, { tab: 'stocks', ...body, id: params.id }))
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
