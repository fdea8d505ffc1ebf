import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, root } from './root.mjs'
import { mustRun } from './tool.mjs'

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
export function digestOf(paths, from = root) {
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
