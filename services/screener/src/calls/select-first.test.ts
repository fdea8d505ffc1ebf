import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { addBit, createBitSet } from '../row-index/bit-set.ts'
import { selectFirst } from './select-first.ts'

describe('the first calls of an order', () => {
  const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -3, max: 3 }))
  const entries = fc.array(fc.record({ value, isIn: fc.boolean() }), { maxLength: 90 })

  test.each(['asc', 'desc'] as const)('%s: equal those of a full sort, unknown values last, ties by slot', (order) => {
    fc.assert(
      fc.property(entries, fc.nat(100), (list, count) => {
        const bits = createBitSet(list.length)
        const slots = list.flatMap(({ isIn }, slot) => (isIn ? [slot] : []))
        for (const slot of slots) addBit(bits, slot)
        const values = Float64Array.from(list, (entry) => entry.value)
        const read = (slot: number) => values[slot] ?? Number.NaN
        const sorted = slots.toSorted((a, b) => {
          const unknown = Number(Number.isNaN(read(a))) - Number(Number.isNaN(read(b)))
          const between = Number.isNaN(read(a)) || Number.isNaN(read(b)) ? 0 : read(a) - read(b)
          return unknown || (order === 'asc' ? between : -between) || a - b
        })
        const first = selectFirst(bits, values, { order, total: slots.length, count })
        expect([...first]).toEqual(sorted.slice(0, count))
      }),
    )
  })
})
