import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { databaseOwners, provision, roleOf, runProvision } from '../src/database/provision.ts'
import { buildTestConfig, readTestUrl } from '../src/testing/index.ts'

const name = `test_provision_${randomBytes(6).toString('hex')}`
const config = buildTestConfig()
let adminUrl: string
let urls: Awaited<ReturnType<typeof provision>>

async function runSql<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  await runSql(readTestUrl('TEST_DATABASE_URL'), `create database ${name}`)
  const address = new URL(readTestUrl('TEST_DATABASE_URL'))
  address.pathname = `/${name}`
  adminUrl = address.href
  const all = await Promise.all(Array.from({ length: 4 }, () => provision(adminUrl, config)))
  const [first] = all
  if (!first) throw new Error('nothing was provisioned')
  urls = first
  for (const other of all) expect(other).toEqual(first)
})

afterAll(() => dropDatabase(name))

async function dropDatabase(database: string): Promise<void> {
  await runSql(readTestUrl('TEST_DATABASE_URL'), `drop database ${database} with (force)`)
  for (const owner of databaseOwners) {
    await runSql(readTestUrl('TEST_DATABASE_URL'), `drop role if exists ${roleOf(database, owner)}`)
  }
}

async function withDatabase(database: string, work: (url: string) => Promise<void>): Promise<void> {
  await runSql(readTestUrl('TEST_DATABASE_URL'), `create database ${database}`)
  const address = new URL(readTestUrl('TEST_DATABASE_URL'))
  address.pathname = `/${database}`
  try {
    await work(address.href)
  } finally {
    await dropDatabase(database)
  }
}

test('the name of a role fits, however long the name of the database', () => {
  const [one, two] = ['a', 'b'].map((end) => roleOf(`${'é'.repeat(60)}${end}`, 'market-data'))
  expect(one).toMatch(/^callwright_[0-9a-f]{16}_market_data$/)
  expect(one).not.toBe(two)
  expect(roleOf('x'.repeat(40), 'market-data')).toHaveLength(63)
  expect(roleOf('x'.repeat(41), 'market-data').length).toBeLessThan(63)
})

describe('provision', () => {
  test('gives each service a role and a schema of its own, which is where it works', async () => {
    for (const owner of databaseOwners) {
      const [row] = await runSql(urls[owner], 'select current_user as role, current_schema() as schema')
      const schema = owner.replace('-', '_')
      expect(row).toEqual({ role: `callwright_${name}_${schema}`, schema })
    }
  })

  test('again it changes nothing, and prints the same as one JSON line', async () => {
    expect(await provision(adminUrl, config)).toEqual(urls)
    const line = await runProvision({ DATABASE_URL: adminUrl, DATA_DIR: config.dataDir })
    expect(JSON.parse(line)).toEqual(urls)
    expect(line).not.toContain('\n')
  })

  test("nobody reads, changes or adds to another's", async () => {
    await runSql(urls.auth, 'create table account (secret text)')
    await runSql(urls.auth, "insert into account values ('canary')")
    for (const statement of [
      'select secret from auth.account',
      "insert into auth.account values ('x')",
      'drop table auth.account',
      'create table auth.mine (id integer)',
      'drop schema auth cascade',
    ]) {
      await expect(runSql(urls.portfolio, statement)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await runSql(urls.auth, 'select secret from account')).toEqual([{ secret: 'canary' }])
  })

  test('no service is more than it must be', async () => {
    const [role] = await runSql(
      urls.auth,
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user',
    )
    expect(Object.values(role ?? {})).toEqual([false, false, false, false, false])
  })

  test("the passwords are long, different, and in nobody else's reach", async () => {
    const passwords = Object.values(urls).map((url) => new URL(url).password)
    expect(new Set(passwords).size).toBe(databaseOwners.length)
    for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(32)
    const wrong = new URL(urls.auth)
    wrong.password = new URL(urls.portfolio).password
    await expect(runSql(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test("a second stack in another database of the server leaves the first one's passwords alone", () =>
    withDatabase(`${name}_second`, async (secondUrl) => {
      const second = await provision(secondUrl, buildTestConfig())
      for (const owner of databaseOwners) {
        expect(await runSql(urls[owner], 'select current_database() as name')).toEqual([{ name }])
        expect(await runSql(second[owner], 'select current_database() as name')).toEqual([{ name: `${name}_second` }])
      }
    }))

  test('a stack of before role names carried the database goes on with its tables', () =>
    withDatabase(`${name}_former`, async (formerUrl) => {
      const former = 'callwright_coach'
      await runSql(formerUrl, `create role ${former}`)
      try {
        await runSql(formerUrl, `create schema coach authorization ${former}`)
        await runSql(formerUrl, `set role ${former}; create table coach.note (id serial primary key, line text)`)
        await runSql(formerUrl, `set role ${former}; insert into coach.note (line) values ('kept')`)
        const { coach } = await provision(formerUrl, buildTestConfig())
        await runSql(coach, "insert into note (line) values ('added')")
        await runSql(coach, 'alter table note add column extra text')
        expect(await runSql(coach, 'select id, line from note order by id')).toEqual([
          { id: 1, line: 'kept' },
          { id: 2, line: 'added' },
        ])
      } finally {
        await runSql(formerUrl, `drop owned by ${former}; drop role ${former}`)
      }
    }))

  test('the production profile invents no passwords', async () => {
    const { dataDir } = buildTestConfig()
    const env = { DATABASE_URL: adminUrl, DATA_DIR: dataDir, PROFILE: 'production' }
    await expect(runProvision(env)).rejects.toThrow('provide database-auth')
  })

  test('a user who may not create roles still gets a schema for each', async () => {
    const role = `test_plain_${randomBytes(6).toString('hex')}`
    await runSql(adminUrl, `create role ${role} login password 'plain'`)
    const plainName = `${name}_plain`
    await runSql(adminUrl, `create database ${plainName} owner ${role}`)
    const address = new URL(adminUrl)
    address.username = role
    address.password = 'plain'
    address.pathname = `/${plainName}`
    try {
      const plain = await provision(address.href, buildTestConfig())
      for (const owner of databaseOwners) {
        expect(await runSql(plain[owner], 'select current_user as role, current_schema() as schema')).toEqual([
          { role, schema: owner.replace('-', '_') },
        ])
      }
    } finally {
      await runSql(adminUrl, `drop database ${plainName} with (force)`)
      await runSql(adminUrl, `drop role ${role}`)
    }
  })
})
