import { describe, expect, test } from '@jest/globals'
import type { Call } from '../../../turn/types.ts'
import { noSlots } from '../reading/slots.ts'
import { listIdle, listUntouched } from './untouched.ts'

const TODAY = '2026-11-27'
const call = (args: Record<string, unknown>) => ({ id: 'r1', name: 'own_figures', args, result: {} }) as unknown as Call
const at = (value: number) => ({ least: value, most: value })

describe('listIdle', () => {
  const slots = { ...noSlots, strike: at(530) }
  test('names a figure that no tool was asked with and no line shows', () => {
    expect(listIdle(slots, 'msft 540 call', [call({ strike: 540 })], TODAY)).toEqual(['Strike $530.00'])
    expect(listIdle(slots, 'msft call', [call({ filter: { strike: 530 } })], TODAY)).toEqual([])
    expect(listIdle(slots, 'the 530 call', [], TODAY)).toEqual([])
  })

  test('takes a budget for used if it bounds the price of the shares', () => {
    const asked = [call({ max_price: 60 })]
    expect(listIdle({ ...noSlots, budget: 12_000 }, '', asked, TODAY)).toEqual([])
    expect(listIdle({ ...noSlots, budget: 12_500 }, '', asked, TODAY)).toHaveLength(1)
  })
})

describe('listUntouched', () => {
  const shown = 'csco call expiring soon: premium 0.55 a share, delta 0.413. earnings later'
  test.each([
    ['what is the nearest call', 'and what do i risk', true],
    ['what is the nearest call', 'and what does it pay', false],
    ['what is the nearest call', 'when are its earnings', false],
    ['what is the nearest call', 'and is it so', false],
  ])('%j, %j: %j', (first, second, isUntouched) => {
    expect(listUntouched([first, second], shown)).toEqual(isUntouched ? [second] : [])
  })
})
