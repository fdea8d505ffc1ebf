import '../../testing/matchers.ts'
// biome-ignore lint/style/noRestrictedImports: what runs before the page is no module, and is read as it is served
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { TOKEN_KEY } from '../../api/credentials.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { PREFERENCES_KEY } from '../preferences.ts'

const root = document.documentElement

afterEach(() => {
  closeApp()
  delete root.dataset.pl
  delete root.dataset.session
  window.history.replaceState(null, '', '/')
  root.removeAttribute('data-mantine-color-scheme')
})

describe('before the first paint', () => {
  const script = readFileSync('apps/web/public/first-paint.js', 'utf8')
  const runFirst = () => {
    const element = document.createElement('script')
    element.textContent = script
    document.head.append(element)
    element.remove()
  }

  test.each([
    ['dark', '{"palette":"blue_orange"}', 'dark', 'alt'],
    ['light', '{"palette":"green_red"}', 'light', undefined],
    ['auto', '{"palette":"blue_orange"}', 'light', 'alt'],
    ['dark', 'null', 'dark', undefined],
    ['dark', 'nonsense', 'dark', undefined],
    ['pink', '{}', 'light', undefined],
  ])('a theme "%s" and preferences %s make %s and %s', (theme, preferences, scheme, palette) => {
    window.localStorage.setItem('mantine-color-scheme-value', theme)
    window.localStorage.setItem(PREFERENCES_KEY, preferences)
    runFirst()
    expect(root.dataset.mantineColorScheme).toBe(scheme)
    expect(root.dataset.pl).toBe(palette)
  })

  test.each([
    ['/dashboard', 'token-1', true],
    ['/dashboard', null, false],
    ['/login', 'token-1', false],
  ])('at %s with the token %s: whether the shape of a page shows is %s', (path, token, shows) => {
    if (token !== null) window.localStorage.setItem(TOKEN_KEY, token)
    window.history.replaceState(null, '', path)
    runFirst()
    expect(root.dataset.session !== undefined).toBe(shows)
  })
})

test.each(['nonsense', '{"palette":"pink"}'])('what is not understood is as usual: %s', async (text) => {
  window.localStorage.setItem(PREFERENCES_KEY, text)
  renderApp('/login', { user: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(root.dataset.pl).toBeUndefined()
})

test('the choice of another tab is in force at once', async () => {
  renderApp('/login', { user: null })
  await screen.findByRole('heading', { name: 'Sign in' })
  window.localStorage.setItem(PREFERENCES_KEY, '{"palette":"blue_orange"}')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY }))
  })
  expect(root.dataset.pl).toBe('alt')
  window.localStorage.clear()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  expect(root.dataset.pl).toBeUndefined()
})
