/**
 * Mutation testing: changes one operator, number or condition at a time in each of twelve rooms, runs that room's
 * tests, and prints how many changes made a test fail. The seed is fixed, so that two test suites over the same sources
 * can be compared. `npm run mutants -- [--room rating] [--count 25] [--out results.json]` edits the sources in place
 * and restores them, so run it in a separate checkout. It skips mutants that are already in the results file.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseAst } from 'rolldown/parseAst'
import { inRoot, root } from './lib/tool.mjs'

/** Sources to mutate, and the tests to run for each mutant, cheapest first, until one fails. */
const ROOMS = {
  'scoring rules': {
    sources: ['libs/scoring/src/{recommendation,candidates,rolling}/*.ts'],
    tests: ['libs/scoring/src/(recommendation|candidates|rolling|position|worked-cases|thresholds)'],
  },
  rating: { sources: ['libs/scoring/src/rating/*.ts'], tests: ['libs/scoring/src/(rating|worked-cases|thresholds)'] },
  enrichment: {
    sources: ['services/screener/src/enrichment/**/*.ts'],
    tests: [
      'services/screener/src/(enrichment|loop|market-session)',
      'services/screener/test/(enrichment|runs|rotation|events|upgrade|sessions|metrics|queue-board)',
      'services/screener/test/(faults|market-pack|redis)',
    ],
  },
  outbox: { sources: ['apps/web/src/features/portfolio/data/*.{ts,tsx}'], tests: ['apps/web/src/features/portfolio'] },
  positions: { sources: ['services/portfolio/src/positions/*.ts'], tests: ['services/portfolio'] },
  sessions: {
    sources: ['services/auth/src/sessions/*.ts'],
    tests: ['services/auth/src', 'services/auth/test'],
  },
  'gateway access': {
    sources: ['apps/gateway/src/{access,key-set,revocations,proxy/event-streams}.ts'],
    tests: [
      'apps/gateway/src/[^/]*test',
      'apps/gateway/test/(access|paths|sessions|spoofing|event-streams|deadlines|upstreams)',
    ],
  },
  'option chain': {
    sources: ['services/market-data/src/options/*.ts'],
    tests: [
      'services/market-data/src/options',
      'services/market-data/test/(options|contract-quotes|facts-chain|recorded-market)',
    ],
  },
  composition: {
    sources: ['services/market-data/src/composition/**/*.ts'],
    tests: [
      'services/market-data/src/composition',
      'services/market-data/test/composition',
      'services/market-data/test/(faults|storage|outage)',
    ],
  },
  'coach grounding': {
    sources: ['services/coach/src/grounding/*.ts'],
    tests: ['services/coach/src/(grounding|turn|guardrails)', 'services/coach/test'],
  },
  'screener view': {
    sources: ['services/screener/src/{view,row-index}/*.ts'],
    tests: ['services/screener/src/(view|row-index)', 'services/screener/test/view'],
  },
  'CSV import': {
    sources: ['services/portfolio/src/transfer/*.ts', 'libs/contracts/src/typed-numbers.ts'],
    tests: ['(services/portfolio/src/transfer|libs/contracts/src/typed)', 'services/portfolio/test/transfer'],
  },
}

const SEED = 'callwright-2026-11-26'
const LIMIT_SECONDS = 600

const SWAPS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}
const METHODS = new Map(
  Object.entries({ min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor' }),
)

const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string'
const negate = ({ start, end }, text) => [start, end, `!(${text.slice(start, end)})`]

function changeOperator({ left, right, operator }, text) {
  const swap = SWAPS[operator]
  if (swap === undefined || (operator === '+' && (isText(left) || isText(right)))) return []
  const start = text.indexOf(operator, left.end)
  return [[start, start + operator.length, swap]]
}

function changeLiteral({ value, start, end }) {
  if (typeof value === 'number') return [[start, end, String(value + 1)]]
  return typeof value === 'boolean' ? [[start, end, String(!value)]] : []
}

function changeMethod({ callee }) {
  const other = callee.type === 'MemberExpression' ? METHODS.get(callee.property.name) : undefined
  return other === undefined ? [] : [[callee.property.start, callee.property.end, other]]
}

/** Mutations by node type: [[start, end, replacement], ...] */
const CHANGES = {
  BinaryExpression: changeOperator,
  LogicalExpression: changeOperator,
  Literal: changeLiteral,
  CallExpression: changeMethod,
  IfStatement: ({ test }, text) => [negate(test, text)],
  ConditionalExpression: ({ test }, text) => [negate(test, text)],
  UnaryExpression: ({ operator, start, argument }) => (operator === '!' ? [[start, argument.start, '']] : []),
}

function listChanges(file) {
  const text = readFileSync(inRoot(file), 'utf8')
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    // Skip types, which have no runtime effect.
    if (node === null || typeof node !== 'object' || node.type?.startsWith('TS') !== false) return
    for (const [start, end, after] of CHANGES[node.type]?.(node, text) ?? []) {
      const before = text.slice(start, end)
      const lines = text.slice(0, start).split('\n')
      if (!before.includes('\n')) found.push({ file, line: lines.length, column: lines.at(-1).length, before, after })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

const digest = (change) => createHash('sha256').update(SEED).update(JSON.stringify(change)).digest('hex')

/** Draws a room's mutants with the seed. A file gets at most two more than its share. */
function drawChanges({ sources }, count) {
  const files = sources
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|words?\.ts$|wording\.ts$|metrics\.ts$/.test(file))
    .sort()
  const most = Math.ceil(count / files.length) + 2
  const taken = new Map()
  return files
    .flatMap(listChanges)
    .map((change) => ({ ...change, order: digest(change) }))
    .sort((left, right) => (left.order < right.order ? -1 : 1))
    .filter(({ file }) => {
      taken.set(file, (taken.get(file) ?? 0) + 1)
      return taken.get(file) <= most
    })
    .slice(0, count)
    .map(({ order, ...change }) => change)
}

/** Process of the current test run, which has its own process group. */
let running = null
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (running !== null) process.kill(-running.pid, 'SIGKILL')
    stopped = true
  })
}
let stopped = false

/** Whether the tests of these paths fail. A timeout counts as a failure. */
function fails(pattern) {
  const args = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js']
  args.push('--selectProjects', 'unit', 'int', 'web', '--ci', '--bail=1', '-i', '--passWithNoTests')
  const child = spawn(process.execPath, [...args, '--testPathPatterns', pattern], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, NODE_ENV: 'test' },
  })
  running = child
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_SECONDS * 1000)
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer)
      running = null
      resolve(code !== 0)
    })
  })
}

async function tryChange({ file, line, column, before, after }, tests) {
  const path = inRoot(file)
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  const row = lines[line - 1]
  if (!row.startsWith(before, column)) throw new Error(`${file}:${line} no longer contains "${before}".`)
  lines[line - 1] = row.slice(0, column) + after + row.slice(column + before.length)
  writeFileSync(path, lines.join('\n'))
  try {
    for (const pattern of tests) if (await fails(pattern)) return pattern
    return null
  } finally {
    writeFileSync(path, text)
  }
}

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    count: { type: 'string', default: '25' },
    out: { type: 'string', default: 'dist/mutants.json' },
    list: { type: 'boolean', default: false },
  },
})
const results = existsSync(values.out) ? JSON.parse(readFileSync(values.out, 'utf8')) : {}
const keyOf = ({ file, line, column, after }) => `${file}:${line}:${column} ${after}`

for (const name of values.room ?? Object.keys(ROOMS)) {
  const room = ROOMS[name]
  const changes = drawChanges(room, Number(values.count))
  if (values.list) {
    for (const change of changes) console.log(`${name}\t${keyOf(change)}\t(was ${change.before})`)
    continue
  }
  results[name] ??= {}
  const done = results[name]
  for (const pattern of room.tests) {
    if (Object.keys(done).length === 0 && (await fails(pattern))) throw new Error(`${pattern} fails without changes.`)
  }
  for (const change of changes) {
    const key = keyOf(change)
    if (key in done) continue
    const noticedBy = await tryChange(change, room.tests)
    if (stopped) process.exit(130)
    done[key] = noticedBy
    writeFileSync(values.out, JSON.stringify(results, null, 1))
  }
  const killed = Object.values(done).filter((by) => by !== null).length
  console.log(`${name}: ${killed} of ${changes.length} detected`)
}
