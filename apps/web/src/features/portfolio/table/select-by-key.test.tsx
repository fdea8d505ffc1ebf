import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { buildStored, createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

test('x selects the row of the focused cell, whatever Enter does there', async () => {
  const { user, readUrl } = renderApp(
    '/portfolio',
    createPortfolioServer([buildStored({ id: 'held', ticker: 'QAAA' })]),
  )
  const remove = await screen.findByRole('button', { name: 'Delete QAAA 130 call' })
  remove.focus()
  await user.keyboard('x')
  expect(readUrl()).toBe('/portfolio?selected=held')
})
