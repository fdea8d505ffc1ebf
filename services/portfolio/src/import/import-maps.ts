import { MAX_IMPORT_MAPS, type StatementMap } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { invalidFields, tooManyMaps } from '../errors.ts'
import { nameColumn } from '../statement/reader.ts'
import { digest } from './trade-keys.ts'

export interface SavedMap {
  /** The same for every file with these columns. */
  readonly id: string
  readonly header: string[]
  readonly map: StatementMap
}

/** The same for a header in any case, with or without signs, in any order of columns. */
export const headerKey = (header: readonly string[]): string =>
  header
    .map(nameColumn)
    .filter((name) => name !== '')
    .toSorted()
    .join(' ')
    .slice(0, 2_000)

const idOf = (key: string): string => digest(['map', key])

/** PostgreSQL stores neither NUL nor half a character. */
function requireStorable(header: readonly string[], { name, columns, actions }: StatementMap): void {
  const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')
  if (!header.every(isStorable)) throw invalidFields([{ field: 'header', detail: INVALID_TEXT }])
  if (![name, ...Object.values(columns), ...Object.keys(actions)].every(isStorable))
    throw invalidFields([{ field: 'map', detail: INVALID_TEXT }])
}

const INVALID_TEXT = 'must not contain invalid characters'

export type ImportMaps = ReturnType<typeof createImportMaps>

/** The column maps of a user. */
export async function listImportMaps(database: Kysely<Tables>, userId: string): Promise<SavedMap[]> {
  const rows = await database
    .selectFrom('importMap')
    .select(['headerKey', 'header', 'map'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ id: idOf(row.headerKey), header: [...row.header], map: row.map }))
}

/** Column maps of a user, one for each header. */
export function createImportMaps(database: Kysely<Tables>) {
  const list = (userId: string) => listImportMaps(database, userId)
  return translateErrors({
    list,
    async find(userId: string, header: readonly string[]): Promise<SavedMap | null> {
      const id = idOf(headerKey(header))
      return (await list(userId)).find((saved) => saved.id === id) ?? null
    },
    async save(userId: string, { header, map }: Omit<SavedMap, 'id'>): Promise<void> {
      requireStorable(header, map)
      const key = headerKey(header)
      const others = (await list(userId)).filter(({ id }) => id !== idOf(key))
      if (others.length >= MAX_IMPORT_MAPS) throw tooManyMaps()
      const row = { userId, headerKey: key, header: JSON.stringify(header), map: JSON.stringify(map) }
      await database
        .insertInto('importMap')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'headerKey']).doUpdateSet({ map: row.map, header: row.header }),
        )
        .execute()
    },
    async remove(userId: string, id: string): Promise<void> {
      const rows = await database.selectFrom('importMap').select('headerKey').where('userId', '=', userId).execute()
      const key = rows.find((row) => idOf(row.headerKey) === id)?.headerKey
      if (key === undefined) return
      await database.deleteFrom('importMap').where('userId', '=', userId).where('headerKey', '=', key).execute()
    },
  })
}
