import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, mustRun, root } from './tool.mjs'

const dist = () => inRoot('apps', 'web', 'dist')
const stampFile = () => join(dist(), '.sources')
const ignored = new Set(['dist', 'node_modules', 'e2e', 'test', 'testing', 'coverage'])

/** Inputs to the web build: its own files, the libraries it imports, and the installed packages. */
const inputs = () => ['apps/web', 'libs/contracts', 'libs/scoring', 'package-lock.json'].map((path) => inRoot(path))

function* filesUnder(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!ignored.has(name) && !/\.test\.tsx?$/.test(name)) yield* filesUnder(join(path, name))
  }
}

/** Digest of the content of all files. */
function digestOf(paths, from = root) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(path))
      hash
        .update(`${relative(from, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

const isBuiltFrom = (digest) =>
  ['index.html', 'app.html'].every((document) => existsSync(join(dist(), document))) &&
  existsSync(stampFile()) &&
  readFileSync(stampFile(), 'utf8') === digest

/** Settings that are built into the web app. */
const readBuildSettings = () => JSON.stringify(Object.entries(process.env).filter(([name]) => name.startsWith('VITE_')))

/** Builds the web app unless the existing build is up to date. */
export async function ensureWeb({ always = false } = {}) {
  const digest = `${digestOf(inputs())} ${readBuildSettings()}`
  if (!always && isBuiltFrom(digest)) return 'up to date'
  await mustRun('The web build', 'npm', ['run', '--silent', 'build', '-w', 'apps/web'])
  writeFileSync(stampFile(), digest)
  return 'built'
}

const SHELL_KB = 250
/** Budget for pages that include the calculation code. */
const CALCULATING_KB = 285
const shell = ['start', 'frame']

/** Size budgets for the first load of each page: gzipped scripts in kB of 1,000 bytes. */
export const budgets = [
  { name: 'Landing page', manifest: 'landing', chunks: ['index.html'], most: 120 },
  { name: 'Dashboard', manifest: 'app', chunks: [...shell, 'dashboard'], most: SHELL_KB },
  { name: 'Screener', manifest: 'app', chunks: [...shell, 'screener'], most: SHELL_KB },
  { name: 'Analysis', manifest: 'app', chunks: [...shell, 'analysis'], most: CALCULATING_KB },
  { name: 'Portfolio', manifest: 'app', chunks: [...shell, 'portfolio'], most: CALCULATING_KB },
  { name: 'Coach', manifest: 'app', chunks: [...shell, 'coach'], most: SHELL_KB },
  { name: 'Settings', manifest: 'app', chunks: [...shell, 'settings-page'], most: SHELL_KB },
  { name: 'Sign-in', manifest: 'app', chunks: [...shell, 'login-page'], most: SHELL_KB },
  { name: 'Charts only', manifest: 'app', chunks: ['price-chart'], beside: [...shell, 'analysis'], most: 195 },
]

/** Lists the scripts that these chunks (given by name or source) load statically, including the chunks themselves. */
export function listScripts(manifest, chunks) {
  const findKey = (chunk) => {
    const keys = Object.keys(manifest).filter((one) => one === chunk || manifest[one].name === chunk)
    const [key] = keys
    if (key === undefined) throw new Error(`The web build has no chunk ${chunk}`)
    // Without this, the budget of a page could measure another chunk that happens to have the same name.
    if (keys.length > 1) throw new Error(`The web build has several chunks named ${chunk}: ${keys.join(', ')}`)
    return key
  }
  const found = new Set(chunks.map(findKey))
  for (const key of found) for (const imported of manifest[key].imports ?? []) found.add(imported)
  return new Set([...found].map((key) => manifest[key].file))
}

/** Measures each budget: { name, kb, most, isWithin }. */
function measureBudgets(manifests, readBytes) {
  return budgets.map(({ name, manifest, chunks, beside = [], most }) => {
    const there = listScripts(manifests[manifest], beside)
    const scripts = [...listScripts(manifests[manifest], chunks)].filter((script) => !there.has(script))
    const kb = scripts.reduce((sum, script) => sum + readBytes(script), 0) / 1_000
    return { name, kb, most, isWithin: kb <= most }
  })
}

export const describeBudget = ({ name, kb, most, isWithin }) =>
  `${isWithin ? '  ' : '!!'} ${name}: ${kb.toFixed(1)} of ${most} kB${isWithin ? '' : `, ${(kb - most).toFixed(1)} over`}`

export function measureWebSize(dist = inRoot('apps', 'web', 'dist')) {
  const read = (name) => JSON.parse(readFileSync(join(dist, '.vite', `${name}.json`), 'utf8'))
  const readBytes = (script) => statSync(join(dist, `${script}.gz`)).size
  return measureBudgets({ landing: read('landing'), app: read('app') }, readBytes)
}

/** Throws if a page is over its budget. Otherwise, describes the page closest to its budget. */
export function checkWebSize(dist) {
  const measured = measureWebSize(dist)
  if (!measured.every(({ isWithin }) => isWithin)) {
    throw new Error(['First-load scripts exceed their budget (gzipped):', ...measured.map(describeBudget)].join('\n'))
  }
  const [nearest] = measured.toSorted((a, b) => b.kb / b.most - a.kb / a.most)
  return `closest to its budget: ${describeBudget(nearest).trim()}`
}
