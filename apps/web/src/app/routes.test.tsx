import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { buildUser } from '../testing/builders.ts'
import { closeApp, renderApp } from '../testing/render-app.tsx'

afterEach(closeApp)

const findLogin = () => screen.findByRole('heading', { name: 'Sign in' })

/** Every page for somebody signed in, and where its sign-in comes back to. */
const guarded = [
  ['/dashboard', '/login'],
  ['/screening', '/login?next=%2Fscreening'],
  ['/screening?page=2&size=50', '/login?next=%2Fscreening%3Fpage%3D2%26size%3D50'],
  ['/analysis?symbol=QAAA', '/login?next=%2Fanalysis%3Fsymbol%3DQAAA'],
  ['/portfolio', '/login?next=%2Fportfolio'],
  ['/ai-coach', '/login?next=%2Fai-coach'],
  ['/ai-coach?prompt=Hello', '/login?next=%2Fai-coach%3Fprompt%3DHello'],
  ['/settings', '/login?next=%2Fsettings'],
] as const

describe('a guarded page', () => {
  test.each(guarded)('%s is for nobody else: %s', async (url, target) => {
    const { readUrl, network } = renderApp(url, { user: null })
    await findLogin()
    expect(readUrl()).toBe(target)
    for (const id of [
      'auth.me',
      'screener.view',
      'portfolio.list',
      'portfolio.attention',
      'options.chain',
      'coach.chat',
    ] as const) {
      expect(network.callsTo(id)).toEqual([])
    }
  })
})

describe('an address of no page', () => {
  test.each([
    ['/', null],
    ['/Dashboard/more', null],
    ['/nowhere', buildUser()],
  ] as const)('%s leads to the landing page', async (url, user) => {
    const { readLeft } = renderApp(url, { user })
    await waitFor(() => expect(readLeft()).toContain('/'))
    expect(new Set(readLeft())).toEqual(new Set(['/']))
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })
})

test.each([
  ['/login', 'Sign in'],
  ['/register', 'Create account'],
])('%s is public', async (url, title) => {
  const { readUrl } = renderApp(url, { user: null })
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(readUrl()).toBe(url)
})
