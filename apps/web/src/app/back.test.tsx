import '../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { createPortfolioServer } from '../testing/portfolio-server.ts'
import { screen, within } from '../testing/queries.ts'
import { closeApp, renderApp } from '../testing/render-app.tsx'
import { write } from '../testing/write.ts'

afterEach(closeApp)
afterEach(() => {
  jest.restoreAllMocks()
})

/** Goes from the coach page to the portfolio, which adds a history entry. */
async function openPortfolio() {
  const app = renderApp('/ai-coach', createPortfolioServer())
  await app.user.click(await screen.findByRole('link', { name: 'Portfolio Tracking' }))
  await screen.findByText(/^No positions yet/)
  return app
}

const findDialog = (name: string) => screen.findByRole('dialog', { name })
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Back closes a dialog without leaving the page; dialogs closed in other ways leave no history entry', async () => {
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
  // One dialog replaces another.
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

test('a page opened from a dialog is one entry after the page below it; Forward closes a dialog, too', async () => {
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
  // The forward history entries still exist.
  await goForward()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
  await goBack()
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
})

test('filters applied in a dialog add a history entry, and are in the URL before the dialog closes', async () => {
  const { user, goBack, readUrl } = renderApp('/ai-coach')
  await user.click(await screen.findByRole('link', { name: 'Stock Screening' }))
  await screen.findByText('QAA')
  await user.click(screen.getByRole('button', { name: 'More filters' }))
  const dialog = within(await findDialog('More filters'))
  await write(dialog.getByRole('textbox', { name: 'Minimum Net margin, %' }), '5')
  await user.click(await dialog.findByRole('button', { name: /^Show/ }))
  await waitUntilClosed()
  expect(readUrl()).toBe('/screening?net_margin_min=5')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/screening'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
})

describe('on the first page of a visit', () => {
  test('Back closes a dialog, and the next Back leaves the page, after any number of dialogs', async () => {
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

  test('without an earlier entry, Back stays on the page and still closes the next dialog', async () => {
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

  test('Back closes a dialog opened by the URL, which opens only once', async () => {
    const { goBack, readUrl } = renderApp('/portfolio?open=import', { ...createPortfolioServer(), before: '/settings' })
    await findDialog('Import positions')
    await goBack()
    await waitUntilClosed()
    expect(readUrl()).toBe('/portfolio')
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/settings'))
  })

  test('closing a dialog does not scroll to the section in the URL again', async () => {
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
