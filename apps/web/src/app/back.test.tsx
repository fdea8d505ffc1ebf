import '../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createPortfolioServer } from '../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../testing/render-app.tsx'
import { write } from '../testing/write.ts'

afterEach(closeApp)
afterEach(() => {
  jest.restoreAllMocks()
})

/** The screener, a step after the settings. */
async function openScreener() {
  const app = renderApp('/settings')
  await app.user.click(await screen.findByRole('link', { name: 'Stock Screening' }))
  await screen.findByText('QAA')
  return app
}

const findDialog = (name: string) => screen.findByRole('dialog', { name })
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Back closes a dialog and the page stays; the next Back leaves it', async () => {
  const { user, goBack, readUrl } = await openScreener()
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await findDialog('Keyboard shortcuts')
  await goBack()
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveFocus())
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

test('a dialog that was closed otherwise, and one in the place of another, leave no step behind', async () => {
  const { user, goBack, readUrl } = await openScreener()
  for (let times = 0; times < 2; times += 1) {
    await user.keyboard('?')
    await findDialog('Keyboard shortcuts')
    await user.keyboard('{Escape}')
    await waitUntilClosed()
  }
  await user.keyboard('{Control>}k{/Control}')
  await write(within(await findDialog('Command palette')).getByRole('combobox'), 'shortcuts')
  await user.keyboard('{Enter}')
  await findDialog('Keyboard shortcuts')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await goBack()
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

test('a page reached from a dialog is one step after the page under it', async () => {
  const { user, goBack, readUrl } = await openScreener()
  await user.keyboard('{Control>}k{/Control}')
  await write(within(await findDialog('Command palette')).getByRole('combobox'), 'portfolio')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(readUrl()).toBe('/portfolio'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/screening'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

test('filters put in force by a dialog are a step of their own, in the address before the dialog is gone', async () => {
  const { user, goBack, readUrl } = await openScreener()
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  const dialog = within(await findDialog('More filters'))
  await write(dialog.getByRole('textbox', { name: 'Net margin, %, at least' }), '5')
  await user.click(await dialog.findByRole('button', { name: /^Show/ }))
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening?net_margin_min=5')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/screening'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

test('Forward closes a dialog, too, and what was ahead still is', async () => {
  const { user, goBack, goForward, readUrl } = await openScreener()
  await user.click(screen.getByRole('link', { name: 'Portfolio Tracking' }))
  await waitFor(() => expect(readUrl()).toBe('/portfolio'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/screening'))
  await user.keyboard('?')
  await findDialog('Keyboard shortcuts')
  await goForward()
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening')
  await goForward()
  await waitFor(() => expect(readUrl()).toBe('/portfolio'))
})

describe('on the first page of a visit', () => {
  test('Back closes a dialog; the next Back leaves, however many dialogs there were', async () => {
    const { user, goBack, readUrl } = renderApp('/screening?rating=40', { before: '/settings' })
    await screen.findByText('QAA')
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('?')
      await findDialog('Keyboard shortcuts')
      await goBack()
      await waitUntilClosed()
      expect(readUrl()).toBe('/screening?rating=40')
    }
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/settings'))
  })

  test('where there is nothing to go back to, Back stays, and closes the next dialog, too', async () => {
    const { user, goBack, readUrl } = renderApp('/screening?rating=40')
    await screen.findByText('QAA')
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('?')
      await findDialog('Keyboard shortcuts')
      await goBack()
      await waitUntilClosed()
      await goBack()
      expect(readUrl()).toBe('/screening?rating=40')
    }
  })

  test('a dialog that the address asks for is closed by Back and asked for once', async () => {
    const { goBack, readUrl } = renderApp('/portfolio?open=import', { ...createPortfolioServer(), before: '/settings' })
    await findDialog('Import positions')
    await goBack()
    await waitUntilClosed()
    expect(readUrl()).toBe('/portfolio')
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/settings'))
  })

  test('a section that the address names is not gone to again by a dialog', async () => {
    const { user, goBack } = renderApp('/settings#about')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus())
    const scroll = jest.spyOn(window.HTMLElement.prototype, 'scrollIntoView')
    const [button] = screen.getAllByRole('button', { name: 'Keyboard shortcuts' })
    if (button === undefined) throw new Error('no way to the keys')
    await user.click(button)
    await findDialog('Keyboard shortcuts')
    await goBack()
    await waitUntilClosed()
    await waitFor(() => expect(button).toHaveFocus())
    expect(scroll).not.toHaveBeenCalled()
  })
})
