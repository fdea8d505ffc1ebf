import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { createPortfolioServer } from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { findFirstQuestions } from './first-questions.ts'

afterEach(closeApp)

const parts = ['portfolio.list', 'portfolio.attention', 'screener.view'] as const

test('the page asks for the same as was asked before it', async () => {
  const { network } = renderApp('/dashboard', createPortfolioServer())
  const early = findFirstQuestions().map(({ path }) => new URL(path, 'http://a.test'))
  const readAsked = () => parts.flatMap((id) => network.callsTo(id).map(({ path, query }) => `${path}?${query}`))
  await waitFor(() => expect(readAsked()).toHaveLength(early.length))
  expect(readAsked().toSorted()).toEqual(
    early.map(({ pathname, searchParams }) => `${pathname}?${searchParams}`).toSorted(),
  )
})
