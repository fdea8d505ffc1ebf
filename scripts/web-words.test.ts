import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseSync } from '@swc/core'
import { root } from './lib/root.mjs'

const files = globSync('apps/web/src/**/*.tsx', { cwd: root }).filter((file) => !/\.test\.tsx$|\/testing\//.test(file))

/** Attributes with text that is shown or read aloud. The linter checks text between tags (`noJsxLiterals`). */
const shown = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'cancel', 'caption'],
  ...['confirm', 'data-hint', 'description', 'hint', 'label', 'placeholder', 'reason', 'sign', 'spoken', 'text'],
  ...['thumbLabel', 'thumbValueText', 'title', 'why', 'words'],
])

const PRODUCT = 'Callwright'

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const listParts = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** String literals that an expression may evaluate to. */
function listWords(node: unknown): readonly string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'StringLiteral':
      return [String(node.value)]
    case 'TemplateLiteral':
      return (node.quasis as Node[]).map(({ raw }) => String(raw))
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return listWords(node.expression)
    case 'ConditionalExpression':
      return [...listWords(node.consequent), ...listWords(node.alternate)]
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(String(node.operator))
        ? [...listWords(node.left), ...listWords(node.right)]
        : []
    default:
      return []
  }
}

function findLiterals(node: Node): readonly string[] {
  const own =
    node.type === 'JSXAttribute'
      ? shown.has(String((node.name as Node).value))
        ? listWords(node.value)
        : []
      : node.type === 'JSXElement' || node.type === 'JSXFragment'
        ? (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(listWords)
        : []
  return [...own.filter((words) => /\p{L}/u.test(words.replace(PRODUCT, ''))), ...listParts(node).flatMap(findLiterals)]
}

const readLiterals = (source: string) =>
  findLiterals(parseSync(source, { syntax: 'typescript', tsx: true }) as unknown as Node)

describe('UI text for the web app', () => {
  test('is defined in *-words.ts files, not in components', () => {
    const wrong = files
      .map((file) => [file, readLiterals(readFileSync(join(root, file), 'utf8'))] as const)
      .filter(([, literals]) => literals.length > 0)
    expect(files.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })

  test('is found in attributes, in conditions and between tags', () => {
    const source = `export const draw = (on: boolean, name: string) => (
      <section className="a b" aria-label={on ? 'Open' : words.closed} title={\`Chart of \${name}\`}>
        {name} {on && 'is on'} {'·'}
        <Field label="Price" name="price" hint={words.hint('price')} />
      </section>
    )`
    expect(readLiterals(source).toSorted()).toEqual(['Chart of ', 'Open', 'Price', 'is on'])
  })
})
