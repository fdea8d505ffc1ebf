import { expect, test } from '@jest/globals'
import { inventRow, inventRows } from '../../test/rows.ts'
import { positionOf, readField, rowFields, sliceFields, writeRow } from './row-text.ts'

const rows = [...inventRows(3), inventRow({ symbol: 'UTF', company_name: 'Nestlé 𝐀 "quoted", {x}', sector: '日本' })]

test.each(rows)('$symbol: the text is the row, and each field is found in it', (row) => {
  const text = writeRow(row)
  expect(JSON.parse(text.bytes.toString())).toEqual(row)
  for (const field of rowFields) expect(readField(text, field)).toEqual(row[field])
})

test('fields that stand side by side are one slice', () => {
  const text = writeRow(inventRow({ symbol: 'AAA', company_name: 'Ä, Inc.' }))
  const from = positionOf('symbol')
  expect(JSON.parse(`{${sliceFields(text, from, from + 3)}}`)).toEqual({
    symbol: 'AAA',
    company_name: 'Ä, Inc.',
    current_price: null,
  })
  expect(JSON.parse(`{${sliceFields(text, 0, rowFields.length)}}`)).toMatchObject({ symbol: 'AAA', source: 'invented' })
})
