import '../testing/abort-signals.ts'
import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Notices } from '../app/notices.tsx'
import { screen } from '../testing/queries.ts'
import { useGrid } from './data-table/use-grid.ts'
import { type AddressForm, createMemoryRouter, RouterProvider, useAddressState } from './routing.ts'
import { useDeferred } from './use-deferred.ts'

afterEach(cleanup)
afterEach(() => act(() => notifications.clean()))

interface GridProps {
  readonly onEnter: (symbol: string) => void
  readonly onSelect: (...chosen: [symbol: string, withRange: boolean]) => void
}

function Grid({ onEnter, onSelect }: GridProps) {
  const [symbols, setSymbols] = useState(['A', 'B', 'C', 'D'])
  const grid = useGrid({
    onEnter: (row) => onEnter(row.id),
    onSelect: (row, withRange) => onSelect(row.id, withRange),
    multiple: true,
  })
  return (
    <>
      <button type="button" onClick={() => setSymbols((before) => before.slice(0, -1))}>
        Fewer
      </button>
      <div>
        <table {...grid} aria-label="Stocks">
          <thead>
            <tr>
              <th>
                <button type="button">Symbol</button>
              </th>
              <th>Price</th>
              <th>Shares</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody>
            {symbols.map((symbol) => (
              <tr key={symbol} id={symbol}>
                <th>
                  <a href={`#${symbol}`}>{symbol}</a>
                </th>
                <td>{`${symbol} price`}</td>
                <td>
                  <input aria-label={`${symbol} shares`} defaultValue="100" />
                </td>
                <td>
                  <button type="button">{`Edit ${symbol}`}</button>
                  <button
                    type="button"
                    onClick={() => setSymbols((before) => before.filter((each) => each !== symbol))}
                  >
                    {`Delete ${symbol}`}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button type="button">After</button>
    </>
  )
}

function renderGrid() {
  const entered: string[] = []
  const selected: [string, boolean][] = []
  render(<Grid onEnter={(symbol) => entered.push(symbol)} onSelect={(...chosen) => selected.push(chosen)} />)
  return { user: userEvent.setup(), entered, selected }
}

const cell = (name: string) => screen.getByRole('cell', { name })

test('is a single Tab stop at its first row', async () => {
  const { user } = renderGrid()
  await user.tab()
  await user.tab()
  expect(screen.getByRole('link', { name: 'A' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()
  await user.tab({ shift: true })
  expect(screen.getByRole('link', { name: 'A' })).toHaveFocus()
})

test('j and x reach the first row while nothing has focus', async () => {
  const { user, selected } = renderGrid()
  await user.keyboard('j')
  expect(screen.getByRole('link', { name: 'A' })).toHaveFocus()
  await user.keyboard('jx')
  expect(selected).toEqual([['B', false]])
})

test('arrows move between cells; a cell with one control passes focus to it', async () => {
  const { user } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(cell('A price')).toHaveFocus()
  await user.keyboard('{ArrowDown}j')
  expect(cell('C price')).toHaveFocus()
  await user.keyboard('k{ArrowLeft}')
  expect(screen.getByRole('link', { name: 'B' })).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(screen.getByRole('button', { name: 'Symbol' })).toHaveFocus()
  await user.keyboard('{Control>}{End}{/Control}')
  expect(cell('Edit D Delete D')).toHaveFocus()
  await user.keyboard('{Control>}{Home}{/Control}')
  expect(screen.getByRole('button', { name: 'Symbol' })).toHaveFocus()
})

test('keeps the position while focus is elsewhere', async () => {
  const { user } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  await user.tab()
  await user.tab({ shift: true })
  expect(cell('B price')).toHaveFocus()
})

test('Page Down skips the visible rows', async () => {
  const { user } = renderGrid()
  const table = screen.getByRole('grid')
  Object.defineProperty(table.parentElement, 'clientHeight', { value: 90 })
  for (const row of table.querySelectorAll('tr')) Object.defineProperty(row, 'offsetHeight', { value: 30 })
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowRight}{PageDown}')
  expect(cell('C price')).toHaveFocus()
  await user.keyboard('{PageUp}')
  expect(cell('A price')).toHaveFocus()
})

test('Enter opens the row of a cell without a control', async () => {
  const { user, entered } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(entered).toEqual(['B'])
})

test.each(['{F2}', '{Enter}'])('a cell with several controls is entered with %s and left with Escape', async (key) => {
  const { user, entered } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard(`{End}${key}`)
  expect(screen.getByRole('button', { name: 'Edit A' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Delete A' })).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(screen.getByRole('button', { name: 'Delete A' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(cell('Edit A Delete A')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(cell('Edit B Delete B')).toHaveFocus()
  expect(entered).toEqual([])
})

test('a field uses the arrow keys until it is left', async () => {
  const { user } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}{F2}')
  expect(screen.getByLabelText('A shares')).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowDown}')
  expect(screen.getByLabelText('A shares')).toHaveFocus()
  await user.keyboard('{Escape}{ArrowDown}{Enter}')
  expect(screen.getByLabelText('B shares')).toHaveFocus()
})

test('moves focus to the next row if its row is removed', async () => {
  const { user } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowDown}{End}{F2}{ArrowRight}{Enter}')
  expect(cell('Edit C Delete C')).toHaveFocus()
  await user.keyboard('{Control>}{End}{/Control}')
  fireEvent.click(screen.getByRole('button', { name: 'Fewer' }))
  expect(cell('Edit C Delete C')).toHaveFocus()
})

test('a click moves the position', async () => {
  const { user } = renderGrid()
  await user.click(cell('C price'))
  expect(cell('C price')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(cell('B price')).toHaveFocus()
})

test('x on any cell selects its row, and with Shift a range of rows; in a field it types a letter', async () => {
  const { user, selected } = renderGrid()
  await user.tab()
  await user.tab()
  await user.keyboard('x{ArrowRight}jx{Shift>}X{/Shift}{Control>}x{/Control}{Alt>}x{/Alt}')
  expect(selected).toEqual([
    ['A', false],
    ['B', false],
    ['B', true],
  ])
  await user.keyboard('{ArrowRight}{F2}x')
  expect(screen.getByLabelText('B shares')).toHaveValue('100x')
  expect(selected).toHaveLength(3)
  expect(screen.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

function Choice() {
  const grid = useGrid({ onEnter: () => {}, multiple: true, firstColumn: 1 })
  return (
    <table {...grid}>
      <tbody>
        <tr aria-selected="false">
          <td>
            <input type="checkbox" aria-label="Select A" />
          </td>
          <td>A</td>
        </tr>
        <tr aria-selected="true">
          <td>
            <input type="checkbox" aria-label="Select B" />
          </td>
          <td>B</td>
        </tr>
      </tbody>
    </table>
  )
}

test('a checkbox takes focus for its cell, toggles with Space or Enter, and leaves the arrow keys to the grid', async () => {
  render(<Choice />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowLeft} ')
  const box = screen.getByRole('checkbox', { name: 'Select B' })
  expect(box).toHaveFocus()
  expect(box).toBeChecked()
  await user.keyboard('{Enter}')
  expect(box).not.toBeChecked()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('checkbox', { name: 'Select A' })).toHaveFocus()
})

const form: AddressForm<number> = {
  read: (search) => ({ state: Number(search.get('n') ?? 0), ignored: [] }),
  write: (n) => new URLSearchParams(n === 0 ? {} : { n: String(n) }),
}

/** Navigates twice when n becomes 1: once before the hook has seen the change and once after. */
function Probe() {
  const { state, go } = useAddressState(form)
  useLayoutEffect(() => {
    if (state === 1) go((latest) => latest + 10)
  }, [state, go])
  useEffect(() => {
    if (state === 1) go((latest) => latest + 100)
  }, [state, go])
  return (
    <button type="button" onClick={() => go((latest) => latest + 1)}>
      {state}
    </button>
  )
}

function openAt(entries: string[]) {
  const router = createMemoryRouter([{ path: '/', Component: Probe }], { initialEntries: entries })
  render(<RouterProvider router={router} />)
  return router
}
const clickOn = () => act(async () => screen.getByRole('button').click())

describe('state in the URL', () => {
  test('a late render does not undo later steps', async () => {
    const router = openAt(['/'])
    await clickOn()
    expect(screen.getByRole('button')).toHaveTextContent('111')
    expect(router.state.location.search).toBe('?n=111')
  })

  test('after Back, the next step starts from the restored state', async () => {
    const router = openAt(['/?n=20'])
    await clickOn()
    await act(() => router.navigate(-1))
    expect(screen.getByRole('button')).toHaveTextContent('20')
    await clickOn()
    await clickOn()
    expect(screen.getByRole('button')).toHaveTextContent('22')
  })
})

let isThere = false
const load = async () => {
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
  return () => <p>The dialog</p>
}

function LateOpener() {
  const dialog = useDeferred(load)
  const [answer, setAnswer] = useState('')
  const open = async () => setAnswer((await dialog.load()) ? 'open' : 'given up')
  return (
    <>
      <button type="button" onClick={open}>
        Add
      </button>
      <p>{answer}</p>
      {answer === 'open' && dialog.part !== null && <dialog.part />}
    </>
  )
}

async function openMissing() {
  isThere = false
  render(
    <MantineProvider env="test">
      <LateOpener />
      <Notices />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('Could not load this section. Check your connection and try again.')
}

describe('deferred code', () => {
  test('opens after Retry once its code is available', async () => {
    await openMissing()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Could not load this section. Check your connection and try again.')
    isThere = true
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('The dialog')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  })

  test('is given up when dismissed', async () => {
    await openMissing()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('given up')).toBeInTheDocument()
  })
})
