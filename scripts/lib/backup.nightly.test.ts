import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { cleanUp, makeFolder } from '../testing/children.ts'
import { backUp, restore, startDatabase } from './backup.mjs'
import { withClient } from './database-copy.mjs'
import { freePort } from './ports.mjs'
import { migrateTo, prepareSchemas, provisionSchemas } from './services.mjs'
import { serviceNames } from './settings.mjs'
import { prepareUpgrade } from './upgrade.mjs'

const USERS = 1_000
const EVENTS = 20_000
const MOST_MS = 300_000

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  cleanUp()
})

async function chooseSettings() {
  return { dataDir: join(makeFolder(), 'data'), pgPort: await freePort(), databaseUrl: null }
}

type Settings = Awaited<ReturnType<typeof chooseSettings>>

async function openDatabase(settings: Settings) {
  const database = await startDatabase(settings)
  const close = once(database.close)
  open.push(close)
  return { adminUrl: database.adminUrl, close }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= run()
    return running
  }
}

const commonOf = ({ dataDir }: Settings) => ({ DATA_DIR: dataDir, PROFILE: 'test', LOG_LEVEL: 'warn' })

const fill = (adminUrl: string) =>
  withClient(adminUrl, async (client: { query: (text: string) => Promise<unknown> }) => {
    await client.query(`insert into auth.account (id, username, username_key, email, email_key, password_hash, created_at)
      select gen_random_uuid(), 'user' || n, 'user' || n, n || '@example.com', n || '@example.com', 'hash' || n, now()
      from generate_series(1, ${USERS}) as n`)
    await client.query("set session_replication_role = 'replica'")
    await client.query(`insert into portfolio.position_event (user_id, position_id, kind, terms, note)
      select 'user' || (n % ${USERS}), 'position' || n, 'open', jsonb_build_object('strike', n / 4.0),
        E'tab\\there, line\\nbreak, "quote", \\\\ and é' || n
      from generate_series(1, ${EVENTS}) as n`)
  })

/** Digest of every row, by table, computed by the database itself. */
const readDigests = (adminUrl: string): Promise<Record<string, string>> =>
  withClient(adminUrl, async (client: { query: (text: string) => Promise<{ rows: Record<string, string>[] }> }) => {
    const { rows: tables } = await client.query(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'portfolio', 'screener', 'coach', 'market_data')",
    )
    const digests: Record<string, string> = {}
    for (const { name = '' } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${name} as t`,
      )
      digests[name] = rows[0]?.digest ?? ''
    }
    // The migrator's own tables have the time of each migration.
    return Object.fromEntries(Object.entries(digests).filter(([name]) => !name.includes('schema_migration')))
  })

test('a backup is restored elsewhere with every row, and the ledger still only grows (F46)', async () => {
  const source = await chooseSettings()
  const first = await openDatabase(source)
  await prepareSchemas({ services: serviceNames, common: commonOf(source), adminUrl: first.adminUrl })
  await fill(first.adminUrl)
  const before = await readDigests(first.adminUrl)
  await first.close()

  const startedAt = performance.now()
  const file = join(makeFolder(), 'data.backup')
  expect(await backUp({ settings: source, file, passphrase: 'correct horse' })).toMatchObject({ file })
  const target = await chooseSettings()
  const { rows } = await restore({ settings: target, file, passphrase: 'correct horse' })
  expect(performance.now() - startedAt).toBeLessThan(MOST_MS)
  expect(rows).toBeGreaterThanOrEqual(USERS + EVENTS)

  const second = await openDatabase(target)
  expect(await readDigests(second.adminUrl)).toEqual(before)
  await withClient(second.adminUrl, async (client: { query: (text: string) => Promise<{ rows: unknown[] }> }) => {
    await expect(client.query('delete from portfolio.position_event')).rejects.toThrow('only grows')
    const { rows: added } = await client.query(
      'insert into auth.revocation (sid, revoked_at) values (gen_random_uuid(), now()) returning id',
    )
    expect(added).toHaveLength(1)
  })
  await expect(restore({ settings: target, file, passphrase: 'correct horse' })).rejects.toThrow(
    'needs an empty DATA_DIR',
  )
})

test('rows of an older version are restored at that version, and a failed restore leaves nothing behind', async () => {
  const source = await chooseSettings()
  const first = await openDatabase(source)
  const urls = await provisionSchemas({ common: commonOf(source), adminUrl: first.adminUrl })
  await migrateTo('portfolio', { common: commonOf(source), url: urls.portfolio, to: '20261122T1000_portfolio' })
  await first.close()
  const file = join(makeFolder(), 'older.backup')
  await backUp({ settings: source, file, passphrase: null })

  const target = await chooseSettings()
  await restore({ settings: target, file, passphrase: null })
  const second = await openDatabase(target)
  const again = await provisionSchemas({ common: commonOf(target), adminUrl: second.adminUrl })
  await migrateTo('portfolio', { common: commonOf(target), url: again.portfolio })

  const unread = await chooseSettings()
  await expect(restore({ settings: unread, file: join(makeFolder(), 'none'), passphrase: null })).rejects.toThrow(
    'does not exist',
  )
  await expect(restore({ settings: unread, file: import.meta.filename, passphrase: null })).rejects.toThrow(
    'cannot be read',
  )
  expect(
    existsSync(unread.dataDir) ? readdirSync(unread.dataDir).filter((name) => !name.startsWith('lock.')) : [],
  ).toEqual([])
})

test('an upgrade is preceded by a backup, and the older release then refuses the newer database and names that file', async () => {
  const source = await chooseSettings()
  const { adminUrl } = await openDatabase(source)
  const common = commonOf(source)
  const folder = join(source.dataDir, 'backups')
  let nowMs = Date.UTC(2026, 0, 5)
  const prepare = (env = {}) => {
    nowMs += 1_000
    return prepareUpgrade({ settings: source, adminUrl, services: serviceNames, env, now: new Date(nowMs) })
  }
  expect(await prepare()).toBeNull()

  const urls = await provisionSchemas({ common, adminUrl })
  await migrateTo('portfolio', { common, url: urls.portfolio, to: '20261122T1000_portfolio' })
  expect(await prepare({ UPGRADE_BACKUP: 'off' })).toBeNull()
  const file = await prepare()
  expect(readdirSync(folder)).toEqual([basename(file ?? ''), `${basename(file ?? '')}.json`])
  const target = await chooseSettings()
  await restore({ settings: target, file, passphrase: null })

  // An upgrade that failed halfway is tried again twice: its backups replace each other, and the first one stays.
  await migrateTo('auth', { common, url: urls.auth })
  const halfway = [await prepare(), await prepare()]
  expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual(
    [file, halfway.at(-1)].map((path) => basename(path ?? '')),
  )

  await prepareSchemas({ services: serviceNames, common, adminUrl })
  expect(await prepare()).toBeNull()
  await withClient(adminUrl, (client: { query: (text: string) => Promise<unknown> }) =>
    client.query(
      "insert into portfolio.schema_migration (name, timestamp) values ('20991231T0000_later', now()::text)",
    ),
  )
  await expect(prepare()).rejects.toThrow(
    `upgraded by a newer release of Callwright (portfolio 20991231T0000_later), which this release cannot use. Start the newer release, or go back: copy ${halfway.at(-1)} out of DATA_DIR, move DATA_DIR away, and run "npm run restore -- COPY"`,
  )
})
