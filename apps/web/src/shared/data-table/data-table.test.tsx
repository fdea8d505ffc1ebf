import '../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { screen, within } from '../../testing/queries.ts'
import { type DataColumn, listFileRows, sortRows } from './columns.tsx'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

interface Fund {
  readonly id: string
  readonly fee: number | null
}

const funds: readonly Fund[] = [
  { id: 'A', fee: 0.5 },
  { id: 'B', fee: null },
  { id: 'C', fee: 0.25 },
]

const columns: readonly DataColumn<Fund>[] = [
  { id: 'name', label: 'Fund', width: 80, isRowHeader: true, cell: ({ id }) => <span>{id}</span> },
  {
    id: 'fee',
    label: 'Fee',
    unit: '%',
    fileUnit: '% a year',
    width: 60,
    meaning: 'What the fund costs.',
    source: 'prospectus',
    value: ({ fee }) => fee,
    format: (fee) => fee.toFixed(2),
    explain: ({ id }) => `${id} has no prospectus`,
  },
  {
    id: 'act',
    label: 'Actions',
    isLabelHidden: true,
    sortable: false,
    width: 40,
    cell: ({ id }) => (
      <>
        <button type="button" data-action="drop" aria-label={`Drop ${id}`} />
        <button type="button" data-action="drop" aria-disabled="true" aria-label={`Keep ${id}`} />
      </>
    ),
  },
]

const show = (props: Partial<ComponentProps<typeof DataTable<Fund, string>>> = {}) =>
  render(<DataTable label="Funds" columns={columns} rows={funds} rowKey={({ id }) => id} {...props} />)

const readRows = () => screen.getAllByRole('row').map((row) => row.textContent)

describe('a plain table', () => {
  test('formats values, marks unknown ones with their reason, and is scrolled by its region', () => {
    show()
    const table = within(screen.getByRole('table', { name: 'Funds' }))
    expect(readRows()).toEqual(['FundFee %Actions', 'A0.50', 'B—not available: B has no prospectus', 'C0.25'])
    expect(table.getByRole('columnheader', { name: 'Fee %' })).toHaveAttribute(
      'data-hint',
      'What the fund costs.\nSource: prospectus',
    )
    expect(table.getByRole('rowheader', { name: 'A' })).toBeInTheDocument()
    expect(table.queryByRole('button', { name: 'Fee %' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Funds' })).toHaveAttribute('tabindex', '0')
  })

  test('puts dividers between rows, details below them and totals at the end', () => {
    show({
      dividers: [
        { key: 'end', at: 3, content: 'No more funds' },
        { key: 'cheap', at: 2, content: 'Cheap funds', isHeading: true },
      ],
      detail: ({ id }) => (id === 'A' ? 'Sold in May' : null),
      footer: { name: '3 funds', fee: '0.38' },
    })
    expect(readRows().slice(1)).toEqual([
      'A0.50',
      'Sold in May',
      'B—not available: B has no prospectus',
      'Cheap funds',
      'C0.25',
      'No more funds',
      '3 funds0.38',
    ])
    expect(screen.getByRole('rowheader', { name: 'Cheap funds' })).toHaveAttribute('scope', 'rowgroup')
  })
})

describe('a grid', () => {
  test('passes on sorts, choices and actions, but not a click on a disabled action', async () => {
    const [onSort, onRowClick, onAction, onEnter] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()]
    show({ sort: 'fee', order: 'desc', onSort, onRowClick, onAction, onEnter, isSelected: ({ id }) => id === 'C' })
    const user = userEvent.setup()
    expect(screen.getByRole('columnheader', { name: 'Fee %' })).toHaveAttribute('aria-sort', 'descending')
    await user.click(screen.getByRole('button', { name: 'Fund' }))
    expect(onSort).toHaveBeenCalledWith('name')
    await user.click(screen.getByText('0.50'))
    expect(onRowClick).toHaveBeenCalledWith(funds[0], expect.anything())
    await user.click(screen.getByLabelText('Drop B'))
    await user.click(screen.getByLabelText('Keep B'))
    expect(onAction.mock.calls).toEqual([['drop', funds[1]]])
    expect(onRowClick).toHaveBeenCalledTimes(1)
    await user.click(screen.getByText('0.25'))
    await user.keyboard('{Enter}')
    expect(onEnter).toHaveBeenCalledWith(funds[2], expect.anything())
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-selected'))).toEqual([
      null,
      'false',
      'false',
      'true',
    ])
  })

  test('announces its rows’ places among all pages, and replaces slow rows by a loading text', () => {
    const onEnter = () => {}
    const { rerender } = show({ onEnter, rowCount: 60, firstRowIndex: 25 })
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '61')
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '27')
    rerender(
      <DataTable
        label="Funds"
        columns={columns}
        rows={funds}
        rowKey={({ id }) => id}
        onEnter={onEnter}
        waiting="Loading…"
      />,
    )
    expect(readRows().slice(1)).toEqual(['Loading…'])
  })
})

test('a file has the units and the unrounded values', () => {
  const fee = { label: 'Fee', unit: '%', fileUnit: '% a year', value: ({ fee }: Fund) => fee }
  expect(listFileRows([{ label: 'Fund', value: ({ id }: Fund) => id }, fee], funds)).toEqual({
    columns: ['Fund', 'Fee (% a year)'],
    rows: [
      ['A', 0.5],
      ['B', null],
      ['C', 0.25],
    ],
  })
})

test('sorting puts unknown values last in both orders', () => {
  const sort = (order: 'asc' | 'desc') => sortRows(funds, ({ fee }) => fee, order).map(({ id }) => id)
  expect(sort('asc')).toEqual(['C', 'A', 'B'])
  expect(sort('desc')).toEqual(['A', 'C', 'B'])
})
