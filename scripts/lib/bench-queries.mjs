import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { STOCKS } from './bench-pages.mjs'
import { inRoot } from './root.mjs'

const REPETITIONS = 20
const CHANGED_STOCKS = 100
const BATCH = 250
const USER = 'bench'
/** This query runs only once per process, so no time bar applies to it. */
const FIRST_READING = `all rows, the first ${BATCH}`

const screener = (...path) => import(inRoot('services', 'screener', 'src', ...path))

/** Queries of the screener's API by name. Each runs one statement of the service's own stores. */
async function listQueries(database) {
  const { createViewStore } = await screener('view', 'view-store.ts')
  const { createWeightStore } = await screener('weights', 'weight-store.ts')
  const { createScreenStore } = await screener('screens', 'screen-store.ts')
  const view = createViewStore(database)
  const weights = createWeightStore(database)
  const { version } = await view.readState()
  const after = (changes) => ({ version: Number(version) - changes, symbol: '' })
  return {
    'state, once a second': () => view.readState(),
    'rows changed since, none': () => view.listChangedRows({ ...after(0), symbol: '~' }, BATCH),
    [`rows changed since, ${CHANGED_STOCKS}`]: () => view.listChangedRows(after(CHANGED_STOCKS), BATCH),
    [FIRST_READING]: () => view.listChangedRows({ version: -1, symbol: '' }, BATCH),
    'weights changed since': () => weights.listChanged(0),
    'screens of a user': () => createScreenStore(database).list(USER),
  }
}

function* nodesOf(plan) {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}

/** Whether a plan node sorts most of the table, or more rows than fit into memory. */
const sortsAll = (node) =>
  /Sort/.test(node['Node Type']) && (node['Actual Rows'] > STOCKS / 2 || node['Sort Space Type'] === 'Disk')

async function explain(pool, { sql, parameters }) {
  const times = []
  let nodes = []
  for (let round = 0; round < REPETITIONS; round += 1) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    const [{ Plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN']
    times.push(milliseconds)
    nodes = [...nodesOf(Plan)]
  }
  const scans = nodes.map((node) => node['Index Name'] ?? node['Relation Name']).filter(Boolean)
  return { milliseconds: Math.min(...times), sortsAll: nodes.some(sortsAll), scans: [...new Set(scans)] }
}

/**
 * For each statement of the screener's API, measures the minimum warm time and lists the tables and indexes that its
 * plan reads.
 */
export async function explainQueries(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const seen = []
  const database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => seen.push(query),
  })
  try {
    const explained = []
    for (const [name, ask] of Object.entries(await listQueries(database))) {
      seen.length = 0
      await ask()
      for (const query of seen.slice())
        explained.push({ name, isRepeated: name !== FIRST_READING, ...(await explain(pool, query)) })
    }
    return explained
  } finally {
    await database.destroy()
  }
}
