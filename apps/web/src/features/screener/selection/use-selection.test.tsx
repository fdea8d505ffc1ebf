import { afterEach, expect, test } from '@jest/globals'
import { act, cleanup, renderHook } from '@testing-library/react'
import { readScreen, type ScreenStock } from '../../../api/screen.ts'
import { buildStocks, buildView } from '../../../testing/builders.ts'
import { useToggle } from '../table/use-toggle.ts'
import { MOST_SELECTED, useSelection } from './use-selection.ts'

afterEach(cleanup)

const { stocks } = readScreen(buildView(buildStocks(60)), { fields: [] })

function render(first: readonly ScreenStock[] = stocks) {
  const { result, rerender } = renderHook(
    ({ shown }) => {
      const selection = useSelection()
      return { selection, toggle: useToggle(shown, selection) }
    },
    { initialProps: { shown: first } },
  )
  return {
    choose: (symbols: readonly string[], selected = true) =>
      act(() => result.current.selection.choose(symbols, selected)),
    toggle: (symbol: string, withRange = false) => act(() => result.current.toggle(symbol, withRange)),
    show: (shown: readonly ScreenStock[]) => rerender({ shown }),
    read: () => [...result.current.selection.symbols],
    readChoose: () => result.current.selection.choose,
  }
}

test('the order is that of choosing, and each is chosen once', () => {
  const { choose, read, readChoose } = render()
  const before = readChoose()
  choose(['QAC', 'QAA'])
  choose(['QAB', 'QAC'])
  expect(read()).toEqual(['QAC', 'QAA', 'QAB'])
  choose(['QAA', 'QZZ'], false)
  expect(read()).toEqual(['QAC', 'QAB'])
  expect(readChoose()).toBe(before)
})

test('there is room for so many, and those before stay', () => {
  const { choose, toggle, read } = render()
  const symbols = stocks.map(({ symbol }) => symbol)
  choose(['QCA'])
  choose(symbols)
  expect(read()).toEqual(['QCA', ...symbols.slice(0, MOST_SELECTED - 1)])
  toggle('QCB')
  expect(read()).toHaveLength(MOST_SELECTED)
  toggle('QCA')
  toggle('QCB')
  expect(read().at(-1)).toBe('QCB')
})

test('a range goes from the row before, up or down, as the rows stand, and does to all what it does to its end', () => {
  const { toggle, read, show } = render()
  toggle('QAB')
  toggle('QAD', true)
  expect(read()).toEqual(['QAB', 'QAC', 'QAD'])
  toggle('QAA', true)
  expect(read()).toEqual(['QAB', 'QAC', 'QAD', 'QAA'])
  toggle('QAC', true)
  expect(read()).toEqual(['QAD'])
  show(stocks.toReversed())
  toggle('QAF', true)
  expect(read()).toEqual(['QAD', 'QAF', 'QAE', 'QAC'])
})

test('without a row before, or with that on another page, it is one row', () => {
  const { toggle, read, show } = render(stocks.slice(0, 25))
  toggle('QAC', true)
  expect(read()).toEqual(['QAC'])
  show(stocks.slice(25, 50))
  toggle('QBD', true)
  expect(read()).toEqual(['QAC', 'QBD'])
})
