import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { inRoot, root } from './tool.mjs'

/** Words banned in comments, names, test titles and documents, each with its replacement. */
const CODE_WORDS = [
  [/\bnobody(?:'s)?\b/i, 'name what is missing: no user, no caller, no client'],
  [/\banew\b/i, 'write "again", or the verb: refetch, recompute, redraw, renew'],
  [/\bwhoever\b/i, 'name the caller, the user or the operator'],
  [/\bstand(?:s|ing)?\b(?! for\b|-in|-alone| alone\b)/i, 'write "is", "are", "appears" or "remains"'],
  [/\btold\b/i, 'write "receives", "is sent", "is notified" or "reports"'],
  [/\b(?:hears?|heard)\b/i, 'servers receive; write "receives" or "is reachable"'],
  [/\bfor so long\b/i, 'name the timeout or the delay'],
  [/\bby itself\b/i, 'write "automatically" or "alone"'],
  [/\bin words\b/i, 'write "as text"'],
  [/\bturn(?:ed|s)? round\b/i, 'write "reverse"'],
  [/\bnone of (?:ours|its)\b/i, 'say what it is, or that it is rejected'],
  [/\bfor who\b/i, 'name the person: for operators, for contributors'],
]

/** Comment openings that leave out the noun. */
const COMMENT_STARTS = [
  [/^(?:Of|Those)\b/, 'begin with the noun: "Percent of the share price.", "Changes that did not fit."'],
  [/^What\b/, 'name the thing instead of "What ...": "The request", "Options of the chart"'],
  [/^Whoever\b/, 'name the caller or the user'],
]

/** Words banned on screen, in answers and in errors. */
const SCREEN_WORDS = [
  [/\b(?:nobody|anew|whoever)\b/i, 'write what an American product would write'],
  [/\bstand(?:s|ing)?\b(?! for\b|-alone| alone\b)/i, 'write "is" or "are"'],
  [/\bby itself\b/i, 'write "automatically"'],
  [/\basks? to wait\b/i, 'write "Try again in 5 s."'],
  [/\bworked out\b/i, 'write "calculated"'],
  [/\breaders?\b/i, 'write "you"'],
  [/\bturn(?:ed)? round\b/i, 'write "reverse"'],
  [/\bthis address\b/i, 'write "this link"'],
  [/\bfor so long\b/i, 'name the time'],
  [/(?<!,)\b20\d\d-[01]\d-[0-3]\d\b(?!T)/, 'write dates like "Aug 21, 2026"'],
]

const SOURCES = '{apps,libs,services,scripts,tools}/**/*.{ts,tsx,mjs,cjs}'
const DOCUMENTS = [
  '*.md',
  'docs/**/*.md',
  '{apps,libs,services}/**/*.md',
  '.github/**/*.{md,yml}',
  'deploy/**/*.{md,yml,yaml}',
]
const CODE_OF_SCREENS =
  /^(?:apps\/web\/src|services\/[a-z-]+\/src|apps\/gateway\/src|libs\/(?:contracts|scoring|service)\/src)\//
/** Files with users' own sentences, vendors' responses or fixed examples. */
const QUOTED = /\.test\.tsx?$|\/(?:test|testing|e2e|eval|bench|golden|entities|intent|fixtures)\//
const SKIPPED = /(?:^|\/)(?:node_modules|dist)\/|^scripts\/lib\/plain-words\.mjs$|^docs\/measurements\//
const TITLED = new Set(['test', 'describe', 'it'])

/**
 * Quoted text, which is not the project's prose. The bounded length keeps an unclosed quote from slowing the search.
 */
const QUOTES = /`[^`\n]{0,200}`|"[^"\n]{0,200}"|“[^”\n]{0,200}”/g

const lineOf = (text, offset) => text.slice(0, offset).split('\n').length

function findIn(words, text, base, where) {
  return words.flatMap(([pattern, instead]) => {
    const match = pattern.exec(text)
    return match === null ? [] : [{ offset: base + match.index, where, word: match[0], instead }]
  })
}

const splitName = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')

const isTitle = ({ callee }) => {
  const inner = callee.type === 'CallExpression' ? callee.callee : callee
  const head = inner.type === 'MemberExpression' ? inner.object : inner
  return TITLED.has(head.type === 'MemberExpression' ? head.object.name : head.name)
}

const isSentence = (text) => /\S\s+\S/.test(text.trim())

function findInSource(file) {
  const text = readFileSync(inRoot(file), 'utf8')
  const { program, comments } = parseSync(file, text)
  const found = []
  for (const { value, start } of comments) {
    const prose = value.replaceAll(QUOTES, (quoted) => ' '.repeat(quoted.length))
    found.push(...findIn(CODE_WORDS, prose, start + 2, 'comment'))
    const lead = /^[*\s]*/.exec(value)[0].length
    found.push(...findIn(COMMENT_STARTS, value.slice(lead), start + 2 + lead, 'comment'))
  }
  const showsText = CODE_OF_SCREENS.test(file) && !QUOTED.test(file)
  const names = new Map()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
    if (node.type === 'ImportDeclaration') return
    // Tagged templates contain patterns and SQL, not prose.
    if (node.type === 'TaggedTemplateExpression') return visit(node.quasi.expressions)
    if (node.type === 'Identifier' && !names.has(node.name)) names.set(node.name, node.start)
    if (node.type === 'CallExpression' && isTitle(node)) {
      const [title] = node.arguments
      const words = title?.type === 'Literal' ? title.value : title?.quasis?.map(({ value }) => value.raw).join(' ')
      if (typeof words === 'string') found.push(...findIn(CODE_WORDS, words, title.start + 1, 'test title'))
    }
    if (showsText) {
      const shown =
        node.type === 'Literal' || node.type === 'JSXText'
          ? node.value
          : node.type === 'TemplateElement'
            ? node.value.raw
            : null
      if (typeof shown === 'string' && isSentence(shown))
        found.push(...findIn(SCREEN_WORDS, shown, node.start + 1, 'text'))
    }
    for (const key of Object.keys(node)) if (key !== 'type') visit(node[key])
  }
  visit(program)
  for (const [name, start] of names) found.push(...findIn(CODE_WORDS, splitName(name), start, `name ${name}`))
  return found.map((each) => ({ file, line: lineOf(text, each.offset), ...each }))
}

function findInDocument(file) {
  const text = readFileSync(inRoot(file), 'utf8')
  const blank = (code) => code.replaceAll(/[^\n]/g, ' ')
  const prose = text.replace(/^ *```.*?^ *```/gms, blank).replaceAll(QUOTES, blank)
  return prose
    .split('\n')
    .flatMap((line, index) =>
      findIn(CODE_WORDS, line, 0, 'document').map((each) => ({ file, line: index + 1, ...each })),
    )
}

/**
 * Every banned word in the files: [{ file, line, where, word, instead }]. Limited to paths that begin with `within`.
 */
export function findBannedWords(within = '') {
  const list = (globs) =>
    globSync(globs, { cwd: root }).filter((file) => file.startsWith(within) && !SKIPPED.test(file))
  return [...list(SOURCES).flatMap(findInSource), ...list(DOCUMENTS).flatMap(findInDocument)]
}
