/** @jest-environment ./jest.web.env.mjs */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildOpenApi } from '@callwright/contracts/openapi'
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { renderPage } from './page.ts'

// Only the web app has the compiler's DOM types.
const browser = globalThis as unknown as {
  readonly document: {
    body: { innerHTML: string; dispatchEvent(event: Event): void }
    readonly activeElement: { readonly id: string; closest(selector: string): { readonly id: string } | null }
    querySelector(selector: string): Part
    querySelectorAll(selector: string): ArrayLike<Part>
  }
  readonly location: { hash: string; readonly origin: string }
  readonly navigator: object
  readonly Element: { prototype: object }
  readonly KeyboardEvent: new (type: string, options: object) => Event
  getSelection(): { toString(): string }
}
interface Part {
  readonly id: string
  value: string
  hidden: boolean
  open: boolean
  readonly textContent: string
  focus(): void
  click(): void
  dispatchEvent(event: Event): boolean
}

const writeText = jest.fn<(text: string) => Promise<void>>()
const find = (selector: string) => browser.document.querySelector(selector)
const shown = () =>
  Array.from(browser.document.querySelectorAll('details.endpoint:not(.schema)')).filter(({ hidden }) => !hidden)
const press = (key: string) =>
  (browser.document.activeElement as unknown as Part).dispatchEvent(
    new browser.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
const searchFor = (text: string) => {
  find('#search').value = text
  find('#search').dispatchEvent(new Event('input', { bubbles: true }))
}
const until = async (condition: () => boolean) => {
  while (!condition()) await nextTurn()
}

beforeAll(() => {
  Object.assign(browser.Element.prototype, { scrollIntoView: () => undefined })
  Object.defineProperty(browser.navigator, 'clipboard', { value: { writeText } })
  const page = renderPage(buildOpenApi(), '')
  browser.document.body.innerHTML = page.slice(page.indexOf('<body>') + 6, page.indexOf('</body>'))
  browser.location.hash = '#portfolio-add'
  // A browser runs the script after the page has loaded.
  new Function(readFileSync(join(import.meta.dirname, 'page.js'), 'utf8'))()
})

beforeEach(() => searchFor(''))

test('opens the section in the URL and shows the controls that need the script', () => {
  expect(find('#portfolio-add').open).toBe(true)
  expect([find('[data-search]').hidden, find('[data-copy]').hidden]).toEqual([false, false])
})

describe('the search', () => {
  test('filters list and contents to endpoints that contain every word, and shows their number', () => {
    const all = shown().length
    searchFor('  Screener PUT ')
    expect(shown().map(({ id }) => id)).toEqual(['screener-putWeights', 'screener-putScreen', 'screener-putWatchlist'])
    expect(find('#found').textContent).toBe('3 endpoints')
    expect([find('[data-for="screener-putWeights"]').hidden, find('[data-for="auth-login"]').hidden]).toEqual([
      false,
      true,
    ])
    searchFor('coach clear')
    expect(find('#found').textContent).toBe('1 endpoint')
    searchFor('no such endpoint')
    expect([shown().length, find('#found').textContent]).toEqual([0, '0 endpoints'])
    searchFor('')
    expect([shown().length, find('#found').textContent]).toEqual([all, ''])
  })

  test('gets focus with the slash key, moves to the results with an arrow key and is cleared with Escape', () => {
    press('/')
    expect(browser.document.activeElement.id).toBe('search')
    searchFor('auth login')
    press('ArrowDown')
    expect(browser.document.activeElement.closest('details')?.id).toBe('auth-login')
    press('ArrowUp')
    expect(browser.document.activeElement.id).toBe('search')
    press('Escape')
    expect([find('#search').value, shown().length > 40]).toEqual(['', true])
  })

  test('does not hide the target of a link', async () => {
    searchFor('coach')
    browser.location.hash = '#auth-me'
    await until(() => find('#auth-me').open)
    expect([find('#auth-me').hidden, find('#auth-me').open]).toEqual([false, true])
  })
})

test('expands and collapses all visible endpoints', () => {
  searchFor('coach')
  find('[data-open-all]').click()
  expect([shown().every(({ open }) => open), find('#stocks-quote').open]).toEqual([true, false])
  find('[data-close-all]').click()
  expect(shown().some(({ open }) => open)).toBe(false)
})

describe('copying a command', () => {
  test('copies it with the address of this server', async () => {
    writeText.mockResolvedValueOnce()
    find('#stocks-quote [data-copy]').click()
    await until(() => find('#stocks-quote [data-copy]').textContent !== 'Copy')
    expect(writeText.mock.calls.at(-1)?.[0]).toContain(`curl "${browser.location.origin}/api/stocks/quote/AAPL"`)
    expect(find('#stocks-quote [data-copy]').textContent).toBe('Copied')
  })

  test('selects it if the clipboard is not available', async () => {
    writeText.mockRejectedValueOnce(new Error('refused'))
    find('#auth-login [data-copy]').click()
    await until(() => find('#auth-login [data-copy]').textContent !== 'Copy')
    expect(find('#auth-login [data-copy]').textContent).toBe('Selected')
    expect(browser.getSelection().toString()).toContain('/api/auth/login')
  })
})
