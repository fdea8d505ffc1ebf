import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'

const SHELL_KB = 250
/** Pages that calculate bring along what they calculate with. */
const CALCULATING_KB = 285
const shell = ['app.html', 'frame']

/** What a page's first load may weigh: the scripts it needs to be drawn, gzipped, in kB of 1,000 bytes. */
export const budgets = [
  { name: 'Landing page', manifest: 'landing', chunks: ['index.html'], most: 120 },
  { name: 'Dashboard', manifest: 'app', chunks: [...shell, 'dashboard'], most: SHELL_KB },
  { name: 'Screener', manifest: 'app', chunks: [...shell, 'screener'], most: SHELL_KB },
  { name: 'Analysis', manifest: 'app', chunks: [...shell, 'analysis'], most: CALCULATING_KB },
  { name: 'Portfolio', manifest: 'app', chunks: [...shell, 'portfolio'], most: CALCULATING_KB },
  { name: 'Coach', manifest: 'app', chunks: [...shell, 'coach'], most: SHELL_KB },
  { name: 'Settings', manifest: 'app', chunks: [...shell, 'settings-page'], most: SHELL_KB },
  { name: 'Sign-in', manifest: 'app', chunks: [...shell, 'login-page'], most: SHELL_KB },
  { name: 'Charts alone', manifest: 'app', chunks: ['price-chart'], beside: [...shell, 'analysis'], most: 195 },
]

/** The scripts that these chunks, by name or source, need at once, themselves included. */
export function listScripts(manifest, chunks) {
  const findKey = (chunk) => {
    const key = Object.keys(manifest).find((one) => one === chunk || manifest[one].name === chunk)
    if (key === undefined) throw new Error(`The web build has no chunk ${chunk}`)
    return key
  }
  const found = new Set(chunks.map(findKey))
  for (const key of found) for (const imported of manifest[key].imports ?? []) found.add(imported)
  return new Set([...found].map((key) => manifest[key].file))
}

/** Each budget with what is used of it: { name, kb, most, isKept }. */
export function measureBudgets(manifests, readBytes) {
  return budgets.map(({ name, manifest, chunks, beside = [], most }) => {
    const there = listScripts(manifests[manifest], beside)
    const scripts = [...listScripts(manifests[manifest], chunks)].filter((script) => !there.has(script))
    const kb = scripts.reduce((sum, script) => sum + readBytes(script), 0) / 1_000
    return { name, kb, most, isKept: kb <= most }
  })
}

export const describeBudget = ({ name, kb, most, isKept }) =>
  `${isKept ? '  ' : '!!'} ${name}: ${kb.toFixed(1)} of ${most} kB${isKept ? '' : `, ${(kb - most).toFixed(1)} too many`}`

/** The budgets of what is built. */
export function measureWebSize(dist = inRoot('apps', 'web', 'dist')) {
  const read = (name) => JSON.parse(readFileSync(join(dist, '.vite', `${name}.json`), 'utf8'))
  const readBytes = (script) => statSync(join(dist, `${script}.gz`)).size
  return measureBudgets({ landing: read('landing'), app: read('app') }, readBytes)
}

/** Throws where a page is too heavy; else says how near the nearest is. */
export function checkWebSize(dist) {
  const measured = measureWebSize(dist)
  if (!measured.every(({ isKept }) => isKept)) {
    throw new Error(
      ['Scripts of the first load, gzipped, are over their budget:', ...measured.map(describeBudget)].join('\n'),
    )
  }
  const [nearest] = measured.toSorted((a, b) => b.kb / b.most - a.kb / a.most)
  return `nearest: ${describeBudget(nearest).trim()}`
}
