import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { baseReaders, readConfig, url } from '../config.ts'
import { readOrCreateSecret } from '../secrets.ts'

export const databaseOwners = ['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const
export type DatabaseOwner = (typeof databaseOwners)[number]

/** Connection URL for a service. It selects the service's own schema, and the service's own role if there is one. */
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

/** PostgreSQL truncates names longer than this. */
const MAX_NAME_BYTES = 63

/**
 * Name of a service's role in one database. It includes the database, because all databases of a PostgreSQL server
 * share their roles: two stacks on one server would otherwise change each other's passwords.
 */
export function roleOf(database: string, owner: DatabaseOwner): string {
  const role = `callwright_${database}_${schemaOf(owner)}`
  if (Buffer.byteLength(role) <= MAX_NAME_BYTES) return role
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 16)
  return `callwright_${digest}_${schemaOf(owner)}`
}

/**
 * Creates a schema for each service. If the given user may create roles, each service also gets a role that cannot
 * access the other schemas. Safe to run repeatedly and concurrently. Returns the URL for each service.
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
      if (credentials) await reassignFromFormerRole(client, owner, credentials.role)
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
  const role = roleOf(await readDatabaseName(client), owner)
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

/** Reassigns the objects of a role with the old name, which did not include the database, to the current role. */
async function reassignFromFormerRole(client: Client, owner: DatabaseOwner, role: string): Promise<void> {
  const former = `callwright_${schemaOf(owner)}`
  const { rowCount } = await client.query(
    'select 1 from pg_namespace join pg_roles on pg_roles.oid = nspowner where nspname = $1 and rolname = $2',
    [schemaOf(owner), former],
  )
  if (rowCount === 0) return
  await client.query(`reassign owned by ${client.escapeIdentifier(former)} to ${client.escapeIdentifier(role)}`)
}

async function readDatabaseName(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

/** Provisions the database given by the environment. Returns each service's URL, all as one line of JSON. */
export async function runProvision(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { dataDir, profile } = baseReaders({ port: 0, opsPort: 0 })
  const config = readConfig(env, { databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']), dataDir, profile })
  return JSON.stringify(await provision(config.databaseUrl, config))
}
