import '../../testing/abort-signals.ts'
import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { screen } from '../../testing/queries.ts'
import { PanelBoundary, PanelErrorContext } from './boundaries.tsx'
import { focusNeighbor } from './buttons.tsx'
import { Dialog } from './dialog.tsx'
import { Hints } from './hints.tsx'

afterEach(cleanup)

function renderHints() {
  render(
    <MantineProvider env="test">
      <button type="button" data-hint={'Strength of the price.\nFormula: gains over losses'}>
        RSI
      </button>
      <table>
        <tbody>
          <tr>
            <td>
              <span data-hint="no bars">—</span>
            </td>
          </tr>
        </tbody>
      </table>
      <p data-hint={'term:iv_rank\nSource: option chain'}>IV rank</p>
      <p data-hint="The sector">Utilities</p>
      <p>Elsewhere</p>
      <Hints />
    </MantineProvider>,
  )
  // Inside a grid, a cell can have focus.
  screen.getByRole('cell').tabIndex = 0
  return userEvent.setup()
}

const findHint = () => screen.findByRole('tooltip')
const waitUntilGone = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

test('opens under the pointer, stays open under it, and closes when it leaves', async () => {
  const user = renderHints()
  await user.hover(screen.getByText('—'))
  expect(await findHint()).toHaveTextContent('no bars')
  await user.hover(await findHint())
  await user.hover(screen.getByText('no bars'))
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
  await user.hover(screen.getByText('Elsewhere'))
  await waitUntilGone()
})

test('stays closed after a click until the pointer returns, even if the element re-renders', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const user = renderHints()
  const button = screen.getByRole('button')
  await user.hover(button)
  await findHint()
  await user.click(button)
  await waitUntilGone()
  // A sorted header redraws its arrow under the pointer.
  fireEvent.pointerOver(button, { pointerType: 'mouse' })
  act(() => jest.advanceTimersByTime(1_000))
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.hover(screen.getByText('Elsewhere'))
  await user.hover(button)
  expect(await findHint()).toBeInTheDocument()
  jest.useRealTimers()
})

test('opens when a control is focused, describes it, and closes on Escape', async () => {
  const user = renderHints()
  await user.tab()
  expect(await findHint()).toHaveTextContent('Formula: gains over losses')
  expect(screen.getByRole('button')).toHaveAccessibleDescription(/^Strength of the price/)
  await user.keyboard('{Escape}')
  await waitUntilGone()
  await waitFor(() => expect(screen.getByRole('button')).toHaveFocus())
  expect(screen.getByRole('button')).not.toHaveAccessibleDescription()
})

test('opens when the surrounding cell is focused', async () => {
  const user = renderHints()
  await user.tab()
  await user.tab()
  await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('no bars'))
  await user.tab()
  await waitUntilGone()
})

test("shows the glossary's text of a term once it is loaded", async () => {
  const user = renderHints()
  await user.hover(screen.getByText('IV rank'))
  const hint = await findHint()
  expect(hint).toHaveTextContent(
    /^Where today's ATM IV is between the low and the high.*Formula: \(today − low\).*Source: option chain$/,
  )
})

test('opens on a tap and closes on the next tap elsewhere', async () => {
  const user = renderHints()
  await user.pointer({ keys: '[TouchA]', target: screen.getByText('Utilities') })
  expect(await findHint()).toHaveTextContent('The sector')
  await user.pointer({ keys: '[TouchA]', target: screen.getByText('Elsewhere') })
  await waitUntilGone()
})

function WithDialog() {
  const [opened, setOpened] = useState(true)
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title="Edit position">
      <p data-hint="Of the whole position">Premium</p>
    </Dialog>
  )
}

test('Escape closes a hint first, then the dialog around it', async () => {
  render(
    <MantineProvider env="test">
      <Hints />
      <WithDialog />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  await user.hover(await screen.findByText('Premium'))
  await findHint()
  await user.keyboard('{Escape}')
  await waitUntilGone()
  expect(screen.getByRole('dialog', { name: 'Edit position' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the header of a dialog is not a banner landmark', async () => {
  render(
    <MantineProvider env="test">
      <WithDialog />
    </MantineProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Edit position' })).toBeInTheDocument()
  expect(screen.getByRole('heading').closest('header')).toHaveAttribute('role', 'none')
})

let isBroken = true

function Fragile() {
  if (isBroken) throw new Error('network of the part is broken')
  return <p>drawn</p>
}

describe('failing panel', () => {
  // React logs rendering errors to the console.
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('fails alone, reports the error, and can be retried', async () => {
    const failures: unknown[] = []
    render(
      <MantineProvider env="test">
        <PanelErrorContext value={(error) => failures.push(error)}>
          <p>the rest</p>
          <PanelBoundary name="table">
            <Fragile />
          </PanelBoundary>
        </PanelErrorContext>
      </MantineProvider>,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Could not show the table')
    expect(screen.getByText('the rest')).toBeInTheDocument()
    expect(failures).toEqual([new Error('network of the part is broken')])
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(screen.getByText('drawn')).toBeInTheDocument()
  })
})

describe('focus after removing a chip', () => {
  function drawList(names: readonly string[]) {
    document.body.innerHTML = `<ul>${names.map((name) => `<li><button>${name}</button></li>`).join('')}</ul>`
    const list = document.querySelector('ul')
    return {
      remove: (index: number) => focusNeighbor(list, index),
      focused: () => document.activeElement?.textContent,
    }
  }

  test('moves to the next chip, or from the last to the previous one', () => {
    const { remove, focused } = drawList(['IV', 'Sector', 'Cap'])
    expect(remove(0)).toBe(true)
    expect(focused()).toBe('Sector')
    const other = drawList(['IV', 'Sector', 'Cap'])
    other.remove(2)
    expect(other.focused()).toBe('Sector')
  })

  test('skips chips that were removed but are still rendered', () => {
    const { remove, focused } = drawList(['IV', 'Sector', 'Cap'])
    remove(1)
    expect(focused()).toBe('Cap')
    expect(remove(2)).toBe(true)
    expect(focused()).toBe('IV')
    expect(remove(0)).toBe(false)
  })
})
