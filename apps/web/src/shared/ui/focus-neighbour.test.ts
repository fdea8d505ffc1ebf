import { describe, expect, test } from '@jest/globals'
import { focusNeighbour } from './focus-neighbour.ts'

function drawList(names: readonly string[]) {
  document.body.innerHTML = `<ul>${names.map((name) => `<li><button>${name}</button></li>`).join('')}</ul>`
  const list = document.querySelector('ul')
  return { remove: (index: number) => focusNeighbour(list, index), focused: () => document.activeElement?.textContent }
}

describe('The focus of a list whose chip is removed', () => {
  test('moves to the next chip, from the last one to the one before it', () => {
    const { remove, focused } = drawList(['IV', 'Sector', 'Cap'])
    expect(remove(0)).toBe(true)
    expect(focused()).toBe('Sector')
    const other = drawList(['IV', 'Sector', 'Cap'])
    other.remove(2)
    expect(other.focused()).toBe('Sector')
  })

  test('skips chips that were removed before and are still drawn', () => {
    const { remove, focused } = drawList(['IV', 'Sector', 'Cap'])
    remove(1)
    expect(focused()).toBe('Cap')
    expect(remove(2)).toBe(true)
    expect(focused()).toBe('IV')
    expect(remove(0)).toBe(false)
  })
})
