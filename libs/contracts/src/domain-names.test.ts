import { expect, test } from '@jest/globals'
import Type from 'typebox'
import { createWireWriter, toDomain } from './domain-names.ts'

const Row = Type.Object({ ma_20: Type.Number(), type: Type.String(), next: Type.Object({ ex_date: Type.String() }) })
const names = { type: 'side' } as const
const row = { ma_20: 5, type: 'call', next: { ex_date: '' } }

test('an object is converted to camel case, with the given names for some fields', () => {
  expect(toDomain(row, names)).toEqual({ ma20: 5, side: 'call', next: { ex_date: '' } })
})

test('a writer restores the wire object in the order of the schema, without other fields', () => {
  const domain = { more: true, next: row.next, side: 'call', ma20: 5 }
  expect(JSON.stringify(createWireWriter(Row, names)(domain))).toBe(JSON.stringify(row))
})
