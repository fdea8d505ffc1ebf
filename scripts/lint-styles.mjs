/**
 * `npm run lint:styles [path ...]` finds sizes, weights and spaces in the web app's style sheets that are not tokens.
 * Only shared/theme/tokens.css defines them, so that the pages stay on one scale.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from './lib/tool.mjs'

const SOURCE = 'apps/web/src'
const TOKENS = 'apps/web/src/shared/theme/tokens.css'
/** Describes local fonts and has to state the weights they cover. */
const FONT_FACES = 'apps/web/src/shared/theme/fallback-font.css'

const rules = [
  {
    property: /^font-size$/,
    bad: /\d(?:px|r?em|%|v[wh])/,
    reason: 'use a font size: var(--font-size-xs) to var(--font-size-display)',
  },
  { property: /^font-weight$/, bad: /\d|bold/, reason: 'use a weight: var(--weight-regular), -medium or -strong' },
  {
    property: /^font$/,
    bad: /\d{1,6}(?:\.\d{1,6})?(?:px|rem)(?!\s{0,4}var)(?=\s{0,4}\/)|^\d{3}\b/,
    reason: 'use tokens in `font`, too',
  },
  {
    property:
      /^(?:(?:padding|margin)(?:-(?:block|inline|top|right|bottom|left))?(?:-(?:start|end))?|(?:row-|column-)?gap)$/,
    // A pixel is a hairline, such as the width of a border that two elements share.
    bad: /(?<![\w.-]|var\(--)(?!-?1px)-?\d{0,6}\.?\d{1,6}(?:px|rem)/,
    reason: 'use a space: var(--space-1) to var(--space-8)',
  },
]

/** Lists the violations in a style sheet: { line, declaration, reason }. */
export function findRawStyles(css) {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return [...text.matchAll(/(?<![a-z-])([a-z-]{1,40})\s{0,4}:\s{0,40}([^;{}]{1,2000});/g)].flatMap(
    ({ 1: property, 2: value, index }) => {
      const words = value.replaceAll(/var\([^)]*\)/g, 'token')
      const rule = rules.find((each) => each.property.test(property) && each.bad.test(words.trim()))
      if (rule === undefined) return []
      const line = text.slice(0, index).split('\n').length
      return [{ line, declaration: `${property}: ${value.trim()}`, reason: rule.reason }]
    },
  )
}

if (process.argv[1] === import.meta.filename) {
  const rooms = process.argv.slice(2)
  const files = readdirSync(inRoot(SOURCE), { recursive: true, encoding: 'utf8' })
    .map((file) => `${SOURCE}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.css') && file !== TOKENS && file !== FONT_FACES)
    .filter((file) => rooms.length === 0 || rooms.some((room) => file.startsWith(room)))
  const found = files.flatMap((file) =>
    findRawStyles(readFileSync(inRoot(file), 'utf8')).map(
      ({ line, declaration, reason }) => `${file}:${line} ${declaration}: ${reason}`,
    ),
  )
  for (const each of found.sort()) process.stdout.write(`${each}\n`)
  process.stdout.write(`${found.length} raw sizes, weights or spaces in ${files.length} style sheets\n`)
  process.exitCode = found.length === 0 ? 0 : 1
}
