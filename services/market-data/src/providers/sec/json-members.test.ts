import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { readJsonMembers } from './json-members.ts'

const read = (text: string, path: readonly string[], ...names: readonly string[]) => {
  const members = readJsonMembers(text, path, new Set(names))
  return members === null ? null : Object.fromEntries(members)
}

describe('members of an object inside a JSON text', () => {
  test.each([
    [
      'nested',
      '{"a":1,"facts":{"dei":{"X":1},"gaap":{"X":[1,{"X":2}],"Y":{"z":3},"Q":0}},"X":9}',
      { X: [1, { X: 2 }] },
    ],
    ['spaced', '{ "facts" :\n{ "gaap" : { "X" : "a" , "Y":1 } } }', { X: 'a' }],
    ['a name inside strings', '{"facts":{"t":"\\"gaap\\":{\\"X\\":1","gaap":{"n":"X","X":null}}}', { X: null }],
    [
      'the path elsewhere first',
      '{"o":{"facts":{"gaap":{"X":0}}},"facts":{"o":{"gaap":{"X":0}},"gaap":{"X":5}}}',
      { X: 5 },
    ],
    ['a namesake that is no object', '{"facts":[{"gaap":{"X":1}}],"gaap":{"X":2}}', null],
    ['no such object', '{"facts":{}}', null],
    ['an empty one', '{"facts":{"gaap":{}}}', {}],
    ['another kind of text', '[]', null],
    ['words', 'none', null],
  ])('%s', (_name, text, expected) => {
    expect(read(text, ['facts', 'gaap'], 'X')).toEqual(expected)
  })

  test.each(['{"facts":{"gaap":{"X":[1,2', '{"facts":{"gaap":{"X":1', '{"facts":{"gaap":{"X":nul}}}', '{"facts":{"a'])(
    'cut or malformed: %s',
    (text) => {
      expect(() => read(text, ['facts', 'gaap'], 'X')).toThrow(SyntaxError)
    },
  )

  test('what is read is what parsing the whole gives', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const object = fc.dictionary(fc.constantFrom('a', 'b', '"', '\\', '{', 'c:'), value)
    fc.assert(
      fc.property(object, object, object, fc.constantFrom(undefined, 1, '\t'), (before, inner, after, indent) => {
        const whole = { ...before, p: { ...before, q: inner, ...after }, ...after }
        const text = JSON.stringify(whole, null, indent)
        const names = ['a', 'b', 'missing']
        const parsed = JSON.parse(text).p.q as Record<string, unknown>
        const expected = Object.fromEntries(names.flatMap((name) => (name in parsed ? [[name, parsed[name]]] : [])))
        expect(read(text, ['p', 'q'], ...names)).toEqual(expected)
      }),
    )
  })
})
