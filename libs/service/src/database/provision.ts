import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { folder, readConfig, url } from '../config.ts'
import { readOrCreateSecret } from '../secrets.ts'

/** The services that own a schema. */
export const databaseOwners = ['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const
export type DatabaseOwner = (typeof databaseOwners)[number]

/** The URL a service connects with: its own role where there is one, its own schema always. */
export function serviceUrl(
  adminUrl: string,
  owner: DatabaseOwner,
  credentials?: { role: string; password: string },
): string {
  const address = new URL(adminUrl)
  if (credentials) {
    address.username = credentials.role
    address.password = credentials.password
  }
  address.searchParams.set('options', `-c search_path=${schemaOf(owner)}`)
  return address.href
}

export function schemaOf(owner: DatabaseOwner): string {
  return owner.replaceAll('-', '_')
}

/**
 * One schema and, where the given user may create roles, one role per service; nobody reads another's. Safe to repeat
 * and to run twice at once. Returns each service's own URL.
 */
export async function provision(
  adminUrl: string,
  secrets: { dataDir: string; profile: 'development' | 'test' | 'production' },
): Promise<Record<DatabaseOwner, string>> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('callwright.provision'))")
    const mayCreateRoles = await canCreateRoles(client)
    const urls: [DatabaseOwner, string][] = []
    for (const owner of databaseOwners) {
      const credentials = mayCreateRoles ? await ensureRole(client, owner, secrets) : undefined
      await ensureSchema(client, owner, credentials?.role)
      urls.push([owner, serviceUrl(adminUrl, owner, credentials)])
    }
    await client.query('commit')
    return Object.fromEntries(urls) as Record<DatabaseOwner, string>
  } finally {
    await client.end()
  }
}

async function canCreateRoles(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may === true
}

async function ensureRole(client: Client, owner: DatabaseOwner, secrets: Parameters<typeof provision>[1]) {
  const role = `callwright_${schemaOf(owner)}`
  const password = readOrCreateSecret(secrets, `database-${owner}`, () => randomBytes(24).toString('base64url'))
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password)}`)
  await client.query(`grant ${client.escapeIdentifier(role)} to current_user`)
  return { role, password }
}

async function ensureSchema(client: Client, owner: DatabaseOwner, role: string | undefined): Promise<void> {
  const schema = client.escapeIdentifier(schemaOf(owner))
  const authorization = role ? ` authorization ${client.escapeIdentifier(role)}` : ''
  await client.query(`create schema if not exists ${schema}${authorization}`)
}

/** The step `npm start` runs before migrations: prints each service's URL as one JSON line. */
export async function runProvision(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const config = readConfig(env, {
    databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
    dataDir: folder('DATA_DIR', { default: '.data' }),
  })
  return JSON.stringify(await provision(config.databaseUrl, { dataDir: config.dataDir, profile: 'development' }))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { env } = process
  process.stdout.write(`${await runProvision(env)}\n`)
}
