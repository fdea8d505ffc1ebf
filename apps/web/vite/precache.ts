import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

interface PrecacheEntry {
  readonly url: string
  /** Null if the URL contains a hash of the content. */
  readonly revision: string | null
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12)

const SKIPPED = /(?:^|\/)\.|\.(?:br|gz)$|^robots\.txt$|^sw\.js$/
const FIRST_PAINT = 'first-paint.js'

/** Lists the files of a build that the service worker keeps on the device. */
export function listPrecache(dist: string): PrecacheEntry[] {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !SKIPPED.test(path))
    .sort()
  return files.map((path) => toEntry(path, readFileSync(join(dist, path))))
}

function toEntry(path: string, content: Buffer): PrecacheEntry {
  if (path.startsWith('assets/')) return { url: `/${path}`, revision: null }
  if (path === FIRST_PAINT) return { url: buildFirstPaintUrl(content), revision: null }
  // The gateway serves the landing page at `/` and redirects its file name there.
  return { url: path === 'index.html' ? '/' : `/${path}`, revision: hash(content) }
}

const buildFirstPaintUrl = (content: Buffer) => `/${FIRST_PAINT}?v=${hash(content)}`

/** Adds the content's hash to the URL of the first script, so that a document never runs that of another build. */
export function stampFirstPaint(): Plugin {
  let publicDir = ''
  return {
    name: 'stamp-first-paint',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    transformIndexHtml: (html) =>
      html.replace(`"/${FIRST_PAINT}"`, `"${buildFirstPaintUrl(readFileSync(join(publicDir, FIRST_PAINT)))}"`),
  }
}
