import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { type Migrations, migrate } from '../database/migrate.ts'
import { type DatabaseOwner, schemaOf, serviceUrl } from '../database/provision.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * URL of a store that the test command has started. Throws if it is missing, so that tests are never skipped silently.
 */
export function readTestUrl(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run integration tests with "npm run test:int"`)
  return value
}

/**
 * Creates a database for one test file by cloning a template. There is one template per set of migrations, migrated
 * only once.
 */
export async function createTestDatabase(owner: DatabaseOwner, migrations: Migrations): Promise<TestDatabase> {
  const adminUrl = readTestUrl('TEST_DATABASE_URL')
  const template = await ensureTemplate(adminUrl, owner, migrations)
  const name = `test_${schemaOf(owner)}_${randomBytes(6).toString('hex')}`
  await withAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    url: serviceUrl(databaseUrl(adminUrl, name), owner),
    drop: () =>
      withAdmin(adminUrl, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  }
}

async function ensureTemplate(adminUrl: string, owner: DatabaseOwner, migrations: Migrations): Promise<string> {
  const source = Object.entries(migrations).map(([key, migration]) => `${key}${String(migration.up)}`)
  const digest = createHash('sha256').update(source.join('\n')).digest('hex').slice(0, 12)
  const template = `template_${schemaOf(owner)}_${digest}`
  await withAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    const draft = `${template}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    const draftUrl = databaseUrl(adminUrl, draft)
    await withAdmin(draftUrl, async (client) => void (await client.query(`create schema ${schemaOf(owner)}`)))
    await migrate({ url: serviceUrl(draftUrl, owner), migrations })
    await admin.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

/** Runs `work` on its own connection, which releases any locks when it closes. */
async function withAdmin(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(adminUrl: string, name: string): string {
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  return address.href
}
