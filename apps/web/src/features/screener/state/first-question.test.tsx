import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { requestScreen } from '../../../api/screen.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'
import { findFirstQuestion } from './first-question.ts'
import { keepPreferences } from './screen-preferences.ts'
import { professionalColumns } from './screen-state.ts'

const { matchMedia } = window

afterEach(() => {
  window.matchMedia = matchMedia
  closeApp()
})

const beOnPhone = () => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
}
const rememberColumns = () => keepPreferences({ columns: professionalColumns })
const nothing = () => {}

test.each([
  ['a bare address', '', nothing],
  ['an address with everything in it', '?q=q&rating=40&sector=technology&sort=rsi&order=asc&page=2&size=50', nothing],
  ['the columns of the last visit', '', rememberColumns],
  ['a phone', '?sort=volume', beOnPhone],
])('the page asks for the same as was asked before it: %s', async (_name, search, prepare) => {
  prepare()
  const isPhone = window.matchMedia('(max-width: 47.99em)').matches
  const early = new URL(requestScreen(findFirstQuestion(new URLSearchParams(search), isPhone)).path, 'http://a.test')
  const network = createHealthyNetwork()
  network.answer('screener.view', () => new Promise(() => {}))
  renderApp(`/screening${search}`, { network })
  await waitFor(() => expect(network.callsTo('screener.view')).not.toEqual([]))
  expect(network.callsTo('screener.view')[0]?.query.toString()).toBe(early.searchParams.toString())
})
