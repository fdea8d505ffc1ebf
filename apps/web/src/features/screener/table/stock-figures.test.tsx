import type { ScreenerRow } from '@callwright/contracts'
import { type NumericColumn, numericColumns, shownFigures } from '@callwright/contracts/screener-columns'
import { afterEach, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { readScreen } from '../../../api/screen.ts'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { stockFigures } from './stock-figures.tsx'

afterEach(cleanup)

const fieldOf: Readonly<Partial<Record<NumericColumn, keyof ScreenerRow>>> = {
  market_cap: 'market_cap_value',
  best_call_oi: 'open_interest',
}
const units: Readonly<Record<string, number>> = { M: 1e6, B: 1e9, T: 1e12 }

/** The first figure of a text, as a number. */
function readNumber(text: string): number {
  const [, sign, digits = '', unit = ''] = /([−-]?)\$?([\d,]+(?:\.\d+)?)([MBT]?)/.exec(text) ?? []
  const number = Number(`${sign === '' ? '' : '-'}${digits.replaceAll(',', '')}`)
  return unit === '' ? number : Math.round(number * (units[unit] ?? 1))
}

function readCell(column: NumericColumn, value: number): number {
  const row = buildStock({ [fieldOf[column] ?? column]: value, cc_score_change: null })
  const [stock] = readScreen(buildView([row]), { fields: [] }).stocks
  if (stock === undefined) throw new Error('no stock')
  const { container } = render(
    <MantineProvider env="test">
      <p>{stockFigures[column](stock)}</p>
    </MantineProvider>,
  )
  const { textContent } = container.querySelector('p') ?? container
  cleanup()
  return readNumber(textContent ?? '')
}

const figures = [12.349, 12.35, 12.55, 28.99, 30.04, 32.188, 39.99, 69.96, 77.78]

test.each(numericColumns.filter((column) => column !== 'options_available'))(
  '%s is written as the filters compare it',
  (column) => {
    const { decimals, digits, isCut = false, endsAt } = shownFigures[column]
    const format = new Intl.NumberFormat('en-US', {
      useGrouping: false,
      roundingMode: isCut ? 'floor' : 'halfExpand',
      ...(digits === undefined ? { maximumFractionDigits: decimals } : { maximumSignificantDigits: digits }),
    })
    for (const figure of figures) {
      const value = column === 'market_cap' ? figure * 1e9 : figure
      const isAboveEnd = endsAt !== undefined && value > endsAt && value < endsAt + 0.1
      expect([value, readCell(column, value)]).toEqual([
        value,
        isAboveEnd ? endsAt + 0.1 : Number(format.format(value)),
      ])
    }
  },
)
