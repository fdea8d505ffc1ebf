import { describe, expect, test } from '@jest/globals'
import { openAlert, readAlert } from './alerts.ts'

const generic = {
  title: 'Callwright alert',
  body: 'Open Callwright to see what changed.',
  path: '/dashboard',
  tag: null,
}
const write = (message: unknown) => JSON.stringify(message)
const complete = { title: 'KO 70 call', body: 'Delta is 0.62.', url: '/portfolio?selected=7', tag: 'position-7' }

describe('readAlert', () => {
  test('reads a complete message', () => {
    const { url: path, ...alert } = complete
    expect(readAlert(write(complete))).toEqual({ ...alert, path })
  })

  test.each([
    ['no message', null],
    ['an empty message', ''],
    ['text that is not JSON', 'hello'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
    ['no title', write({ ...complete, title: undefined })],
    ['an empty body', write({ ...complete, body: ' ' })],
    ['a title that is not text', write({ ...complete, title: { text: 'KO' } })],
  ])('gives %s a generic text', (_name, text) => {
    expect(readAlert(text)).toEqual(generic)
  })

  test.each([
    'https://example.com/portfolio',
    '//example.com',
    '/\\example.com',
    'javascript:alert(1)',
    'portfolio',
    '',
    7,
    undefined,
  ])('opens the home page instead of %p', (url) => {
    expect(readAlert(write({ ...complete, url })).path).toBe('/dashboard')
  })

  test.each([undefined, 7, ''])('has no tag for %p', (tag) => {
    expect(readAlert(write({ ...complete, tag })).tag).toBeNull()
  })
})

describe('openAlert', () => {
  const site = 'https://callwright.test'
  const target = `${site}/portfolio?selected=7`

  /** Opens the page with these tabs open, and returns what happens to them. */
  async function open(paths: readonly string[], navigable = true): Promise<readonly string[]> {
    const events: string[] = []
    const tabs = paths.map((path) => ({
      url: site + path,
      focus: async () => events.push(`focus ${path}`),
      navigate: async (url: string) => {
        if (!navigable) throw new TypeError('This tab is not controlled')
        events.push(`navigate ${path} to ${url.slice(site.length)}`)
      },
    }))
    await openAlert(target, {
      matchAll: async () => tabs,
      openWindow: async (url) => events.push(`open ${url.slice(site.length)}`),
    })
    return events
  }
  const path = target.slice(site.length)

  test('opens a new tab if there is none', async () => {
    expect(await open([])).toEqual([`open ${path}`])
    expect(await open(['/api/docs'])).toEqual([`open ${path}`])
  })

  test('focuses the tab that already shows the page, and leaves it alone', async () => {
    expect(await open(['/screening', path])).toEqual([`focus ${path}`])
  })

  test('otherwise focuses the most recently used tab and navigates it', async () => {
    expect(await open(['/screening', '/dashboard'])).toEqual(['focus /screening', `navigate /screening to ${path}`])
  })

  test('opens a new tab if the browser refuses to navigate the open one', async () => {
    expect(await open(['/screening'], false)).toEqual(['focus /screening', `open ${path}`])
  })
})
