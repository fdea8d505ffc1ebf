import {
  type BoundFunctions,
  type ByRoleMatcher,
  type ByRoleOptions,
  buildQueries,
  screen as libraryScreen,
  within as libraryWithin,
  queries,
} from '@testing-library/react'
import { computeAccessibleName } from 'dom-accessibility-api'

type Name = ByRoleOptions['name']

/**
 * The styles that the name of an element depends on. All page tests but that of the landing page load no style sheet, so
 * they are in the element itself.
 * Without `display: inline`, each element's text is a word of its own.
 */
const readStyle = (element: Element) => ({
  getPropertyValue(property: string): string {
    if (property === 'display' && element.hasAttribute('hidden')) return 'none'
    return 'style' in element ? (element.style as CSSStyleDeclaration).getPropertyValue(property) : ''
  },
})

/** jsdom's `getComputedStyle` applies every rule of every sheet to each part of a name, a sixth of the CPU time of page tests. */
const nameOptions = {
  computedStyleSupportsPseudoElements: false,
  getComputedStyle: readStyle as unknown as typeof window.getComputedStyle,
}

function hasName(element: Element, name: NonNullable<Name>): boolean {
  const actual = computeAccessibleName(element, nameOptions)
  if (name instanceof RegExp) return new RegExp(name.source, name.flags).test(actual)
  return typeof name === 'function' ? name(actual, element) : name === actual
}

function queryAllByRole(container: HTMLElement, role: ByRoleMatcher, options: ByRoleOptions = {}): HTMLElement[] {
  const { name, ...others } = options
  const elements = queries.queryAllByRole(container, role, others)
  return name === undefined ? elements : elements.filter((element) => hasName(element, name))
}

const describeQuery = (role: ByRoleMatcher, name: Name) =>
  `the role "${role}"${name === undefined ? '' : ` and the name ${name instanceof RegExp ? name : `"${name}"`}`}`

const [queryByRole, getAllByRole, getByRole, findAllByRole, findByRole] = buildQueries<[ByRoleMatcher, ByRoleOptions?]>(
  queryAllByRole,
  (_container, role, options) => `Found multiple elements with ${describeQuery(role, options?.name)}`,
  (_container, role, options) => `Unable to find an element with ${describeQuery(role, options?.name)}`,
)

const byRole = { queryAllByRole, queryByRole, getAllByRole, getByRole, findAllByRole, findByRole }

/** The library's `within`, with queries by role that find names without computing styles. */
export const within = (element: HTMLElement): BoundFunctions<typeof queries> =>
  libraryWithin(element, { ...queries, ...byRole } as typeof queries)

/** The library's `screen`, with queries by role that find names without computing styles. */
export const screen = { ...libraryScreen, ...within(document.body) }
