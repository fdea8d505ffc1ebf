import { describe, expect, test } from '@jest/globals'
import { isAlertTarget, readAlert } from './alerts.ts'

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

test('opens in a tab of the app, not in one with the API reference', () => {
  const isTarget = (path: string) => isAlertTarget({ url: `https://callwright.test${path}` })
  expect(['/', '/portfolio?selected=1', '/login'].map(isTarget)).toEqual([true, true, true])
  expect(isTarget('/api/docs')).toBe(false)
})
