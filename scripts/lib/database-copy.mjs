import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Tables that only the migrator writes. */
const migratorTables = ['schema_migration', 'schema_migration_lock']

const quote = (name) => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, table }) => `${quote(schema)}.${quote(table)}`
/** Name of a table's file in a backup. */
export const tableFile = ({ schema, table }) => `${schema}.${table}.copy`

export async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // The current statement fails as well, and reports the loss of the connection.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Tables with their columns and the order of their rows: the primary key or, without one, the whole row. */
async function listTables(client, schemas) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select json_agg(a.attname order by k.place)
         from pg_index i, unnest(i.indkey) with ordinality as k(attribute, place), pg_attribute a
         where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attribute) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> all($2)
     order by 1, 2`,
    [schemas, migratorTables],
  )
  return rows
}

async function listSequences(client, schemas) {
  const { rows } = await client.query(
    'select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  return rows
}

/** Names of the migrations of each schema, oldest first. */
async function listMigrations(client, schemas) {
  const migrations = {}
  for (const schema of schemas) {
    const { rows: found } = await client.query('select to_regclass($1) as table', [`${quote(schema)}.schema_migration`])
    if (found[0].table === null) continue
    const { rows } = await client.query(`select name from ${quote(schema)}.schema_migration order by name`)
    migrations[schema] = rows.map(({ name }) => name)
  }
  return migrations
}

/** Names of the applied migrations of each schema, oldest first. Schemas without any migration are left out. */
export const readMigrations = (adminUrl, schemas) => withClient(adminUrl, (client) => listMigrations(client, schemas))

/** Passes bytes on and counts rows and digest of a table's copy. */
function createMeter() {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk) if (byte === 10) rows += 1
      done(null, chunk)
    },
  })
  return { stream, read: () => ({ rows, sha256: hash.digest('hex') }) }
}

function selectRows(table) {
  const columns = table.columns.map(quote).join(', ')
  const order = (table.key ?? []).map(quote).join(', ') || `${quote(table.table)}::text`
  return `copy (select ${columns} from ${nameOf(table)} order by ${order}) to stdout`
}

/**
 * Writes all rows of the services' schemas into a folder, one file a table, as of one moment, while others go on
 * writing. Returns the description that `loadDatabase` needs: tables with row counts and digests, sequences and
 * migrations.
 */
export const dumpDatabase = (adminUrl, schemas, folder) =>
  withClient(adminUrl, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const tables = []
    for (const table of await listTables(client, schemas)) {
      const meter = createMeter()
      const file = createWriteStream(join(folder, tableFile(table)), { mode: 0o600 })
      await pipeline(client.query(copyTo(selectRows(table))), meter.stream, file)
      tables.push({ ...table, ...meter.read() })
    }
    const described = {
      tables,
      sequences: await listSequences(client, schemas),
      migrations: await listMigrations(client, schemas),
    }
    await client.query('commit')
    return described
  })

/** Tables whose rows in the database differ from the description, by name. */
async function listDifferences(client, tables) {
  const different = []
  for (const table of tables) {
    const meter = createMeter()
    meter.stream.resume()
    await pipeline(client.query(copyTo(selectRows(table))), meter.stream)
    const { rows, sha256 } = meter.read()
    if (rows !== table.rows || sha256 !== table.sha256) different.push(`${table.schema}.${table.table}`)
  }
  return different
}

/**
 * Replaces all rows by those in the folder, in one transaction, and compares every table with its digest before it
 * commits. The schemas must be at the migrations of the description.
 */
export const loadDatabase = (adminUrl, { tables, sequences }, folder) =>
  withClient(adminUrl, async (client) => {
    await client.query('begin')
    // Rows of all tables arrive together, so foreign keys hold only at the end, as they did in the source.
    await client.query("set local session_replication_role = 'replica'")
    if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
    for (const table of tables) {
      const columns = table.columns.map(quote).join(', ')
      const target = client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`))
      await pipeline(createReadStream(join(folder, tableFile(table))), target)
    }
    for (const { schema, name, last } of sequences) {
      if (last !== null)
        await client.query('select setval($1::regclass, $2)', [`${quote(schema)}.${quote(name)}`, last])
    }
    const different = await listDifferences(client, tables)
    if (different.length > 0) throw new Error(`The restored rows differ from the backup: ${different.join(', ')}`)
    await client.query('commit')
  })
