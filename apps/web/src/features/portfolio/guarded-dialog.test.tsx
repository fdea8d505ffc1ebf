import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createPortfolioServer } from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

/** The form, a step after another page. */
async function openForm() {
  const app = renderApp('/settings', createPortfolioServer())
  await app.user.click(await screen.findByRole('link', { name: 'Portfolio Tracking' }))
  await app.user.click(await screen.findByRole('button', { name: 'Add Position' }))
  await screen.findByRole('dialog', { name: 'Add Covered Call Position' })
  return app
}

test('Back asks before what was written is lost; once more, it closes the question', async () => {
  const { user, goBack, readUrl } = await openForm()
  await user.type(screen.getByLabelText('Notes (optional)'), 'Roll in July')
  await goBack()
  await screen.findByRole('dialog', { name: 'Discard what you wrote?' })
  await goBack()
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('Roll in July')
  await goBack()
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you wrote?' }))
  await user.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readUrl()).toBe('/portfolio')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

test('Back closes a form in which nothing was written, and the page stays', async () => {
  const { goBack, readUrl } = await openForm()
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readUrl()).toBe('/portfolio')
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})
