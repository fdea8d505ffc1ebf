import { MAX_IMPORT_MAPS, type StatementMap } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { tooManyMaps } from '../errors.ts'
import { nameColumn } from '../statement/reader.ts'

export interface SavedMap {
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

export type ImportMaps = ReturnType<typeof createImportMaps>

/** Column maps of a user, one for each header. */
export function createImportMaps(database: Kysely<Tables>) {
  const list = async (userId: string): Promise<SavedMap[]> => {
    const rows = await database
      .selectFrom('importMap')
      .select(['header', 'map'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute()
    return rows.map(({ header, map }) => ({ header: [...header], map }))
  }
  return translateErrors({
    list,
    async find(userId: string, header: readonly string[]): Promise<StatementMap | null> {
      const row = await database
        .selectFrom('importMap')
        .select('map')
        .where('userId', '=', userId)
        .where('headerKey', '=', headerKey(header))
        .executeTakeFirst()
      return row?.map ?? null
    },
    async save(userId: string, { header, map }: SavedMap): Promise<void> {
      if ((await list(userId)).length >= MAX_IMPORT_MAPS) throw tooManyMaps()
      const row = { userId, headerKey: headerKey(header), header: JSON.stringify(header), map: JSON.stringify(map) }
      await database
        .insertInto('importMap')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'headerKey']).doUpdateSet({ map: row.map, header: row.header }),
        )
        .execute()
    },
    async remove(userId: string, name: string): Promise<void> {
      const maps = await database
        .selectFrom('importMap')
        .select(['headerKey', 'map'])
        .where('userId', '=', userId)
        .execute()
      const keys = maps.flatMap((row) => (row.map.name === name ? [row.headerKey] : []))
      if (keys.length === 0) return
      await database.deleteFrom('importMap').where('userId', '=', userId).where('headerKey', 'in', keys).execute()
    },
  })
}
