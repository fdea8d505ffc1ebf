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

/** The portfolio, a step after the coach. */
async function openPortfolio() {
  const app = renderApp('/ai-coach', createPortfolioServer())
  await app.user.click(await screen.findByRole('link', { name: 'Portfolio Tracking' }))
  await screen.findByText(/^No positions yet/)
  return app
}

const findDialog = (name: string) => screen.findByRole('dialog', { name })
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Back closes a dialog and the page stays; dialogs closed otherwise leave no step behind', async () => {
  const { user, goBack, readUrl } = await openPortfolio()
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await findDialog('Keyboard shortcuts')
  await goBack()
  await waitUntilClosed()
  expect(readUrl()).toBe('/portfolio')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveFocus())
  for (let times = 0; times < 2; times += 1) {
    await user.keyboard('?')
    await findDialog('Keyboard shortcuts')
    await user.keyboard('{Escape}')
    await waitUntilClosed()
  }
  // One dialog in the place of another.
  await user.keyboard('{Control>}k{/Control}')
  await write(within(await findDialog('Command palette')).getByRole('combobox'), 'shortcuts')
  await user.keyboard('{Enter}')
  await findDialog('Keyboard shortcuts')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await goBack()
  await waitUntilClosed()
  expect(readUrl()).toBe('/portfolio')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
})

test('a page reached from a dialog is one step after the page under it; Forward closes a dialog, too', async () => {
  const { user, goBack, goForward, readUrl } = await openPortfolio()
  await user.keyboard('{Control>}k{/Control}')
  await write(within(await findDialog('Command palette')).getByRole('combobox'), 'settings')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(readUrl()).toBe('/settings'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/portfolio'))
  await user.keyboard('?')
  await findDialog('Keyboard shortcuts')
  await goForward()
  await waitUntilClosed()
  expect(readUrl()).toBe('/portfolio')
  // What was ahead still is.
  await goForward()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
  await goBack()
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
})

test('filters put in force by a dialog are a step of their own, in the address before the dialog is gone', async () => {
  const { user, goBack, readUrl } = renderApp('/ai-coach')
  await user.click(await screen.findByRole('link', { name: 'Stock Screening' }))
  await screen.findByText('QAA')
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  const dialog = within(await findDialog('More filters'))
  await write(dialog.getByRole('textbox', { name: 'Net margin, %, at least' }), '5')
  await user.click(await dialog.findByRole('button', { name: /^Show/ }))
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening?net_margin_min=5')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/screening'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
})

describe('on the first page of a visit', () => {
  test('Back closes a dialog; the next Back leaves, however many dialogs there were', async () => {
    const { user, goBack, readUrl } = renderApp('/portfolio', { ...createPortfolioServer(), before: '/settings' })
    await screen.findByText(/^No positions yet/)
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('?')
      await findDialog('Keyboard shortcuts')
      await goBack()
      await waitUntilClosed()
      expect(readUrl()).toBe('/portfolio')
    }
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/settings'))
  })

  test('where there is nothing to go back to, Back stays, and closes the next dialog, too', async () => {
    const { user, goBack, readUrl } = renderApp('/portfolio', createPortfolioServer())
    await screen.findByText(/^No positions yet/)
    for (let times = 0; times < 2; times += 1) {
      await user.keyboard('?')
      await findDialog('Keyboard shortcuts')
      await goBack()
      await waitUntilClosed()
      await goBack()
      expect(readUrl()).toBe('/portfolio')
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
