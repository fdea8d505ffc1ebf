import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './children.ts'

export const lockOf = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/tool': { version } } })

/**
 * Creates a checkout with a fake npm, which records its start, waits for the file `go`, installs and records its end.
 */
export function makeCheckout() {
  const folder = makeFolder()
  const [npm, notes, go] = ['npm', 'notes', 'go'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(join(folder, 'package-lock.json'), lockOf('2.0.0'))
  writeFileSync(
    npm,
    `#!${process.execPath}
    const fs = require('node:fs')
    fs.appendFileSync(${JSON.stringify(notes)}, 'begin\\n')
    const wait = setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(go)})) return
      clearInterval(wait)
      fs.appendFileSync(${JSON.stringify(notes)}, 'end\\n')
      fs.mkdirSync('node_modules', { recursive: true })
      fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
    }, 5)`,
  )
  chmodSync(npm, 0o755)
  const recorded = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  return { folder, npm, recorded, release: () => writeFileSync(go, '') }
}
