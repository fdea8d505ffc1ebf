// Most of the time of a page test went into styles that jsdom computes anew for each question of a query. What is
// asked here is whether a thing shows and can be pressed; colours and fonts are looked at in a browser.
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
const selectors = load('jsdom/lib/jsdom/living/helpers/selectors.js')
const rules = load('jsdom/lib/jsdom/living/helpers/style-rules.js')
const { implForWrapper } = load('jsdom/lib/jsdom/living/generated/utils.js')

/** What the last part of one selector asks for: its tag, a class or the root; null: nothing that is quick to see. */
function readSubject(selector) {
  const [, head] = /(?<![^\s>+~])([^\s>+~]+)$/.exec(selector.trim()) ?? []
  const [, kind, name] = /^([.:]?)([a-z][\w-]*)/i.exec(head ?? '') ?? []
  if (kind === '') return { tag: name.toLowerCase() }
  if (kind === '.') return { className: name }
  return kind === ':' && name === 'root' ? { root: true } : null
}

/** One of these subjects must fit, or the selector matches nothing; null: only matching it can tell. */
function readSubjects(selector) {
  if (typeof selector !== 'string') return null
  let plain = selector.replace(/\[[^[\]]*\]/g, '')
  if (/[\\|"']/.test(plain)) return null
  for (let last = ''; last !== plain; ) {
    last = plain
    plain = plain.replace(/\([^()]*\)/g, '')
  }
  const subjects = plain.split(',').map(readSubject)
  return subjects.includes(null) ? null : subjects
}

const subjectsOf = new Map()

function findSubjects(selector) {
  if (!subjectsOf.has(selector)) subjectsOf.set(selector, readSubjects(selector))
  return subjectsOf.get(selector)
}

function mayMatch(element, selector) {
  const subjects = findSubjects(selector)
  if (subjects === null) return true
  return subjects.some(({ tag, className, root }) => {
    if (tag !== undefined) return element._localName.toLowerCase() === tag
    if (root) return element._ownerDocument.documentElement === element
    return element.getAttributeNS(null, 'class')?.includes(className)
  })
}

for (const property of Object.keys(rules.propertiesWithResolvedValueImplemented)) {
  if (/color$/.test(property)) delete rules.propertiesWithResolvedValueImplemented[property]
}

/** Rules that cannot apply to an element are told by its tag or class, without the selector engine. */
function narrowRules(document) {
  selectors.matchesDontThrow(document.documentElement, 'html')
  const engine = document._nwsapiDontThrow
  const { match } = engine
  engine.match = (selector, element) => mayMatch(implForWrapper(element), selector) && match(selector, element)
}

/** Computed styles are kept as long as jsdom keeps the rules of an element: until anything in the document changes. */
function keepComputedStyles(window) {
  const compute = window.getComputedStyle
  const computed = new WeakMap()
  window.getComputedStyle = (element, pseudoElement) => {
    const impl = implForWrapper(element)
    if (pseudoElement || !impl?._attached) return compute(element, pseudoElement)
    rules.getDeclarationForElement(impl)
    const standing = impl._ownerDocument._styleCache
    if (!computed.has(standing)) computed.set(standing, new WeakMap())
    const styles = computed.get(standing)
    if (!styles.has(impl)) styles.set(impl, compute(element))
    return styles.get(impl)
  }
}

/** Makes the questions of a query about styles cheap; the answers stay. */
export function easeStyles(window) {
  narrowRules(implForWrapper(window.document))
  keepComputedStyles(window)
}
