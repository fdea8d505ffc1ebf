import { describe, expect, test } from '@jest/globals'
import { answerNavigation, findDocument, isPage } from './pages.ts'

describe('the pages', () => {
  test.each(['/', '/dashboard', '/screening/calls', '/unknown', '/a/b/c'])('%s is one', (path) => {
    expect(isPage(path)).toBe(true)
  })

  test.each(['/api/docs', '/api/auth/me', '/robots.txt', '/sw.js', '/manifest.webmanifest'])('%s is not', (path) => {
    expect(isPage(path)).toBe(false)
  })

  test('only the landing page has a document of its own', () => {
    expect(['/', '/dashboard', '/unknown'].map(findDocument)).toEqual(['/', '/app.html', '/app.html'])
  })
})

describe('a navigation', () => {
  const never = () => new Promise<never>(() => {})
  const answer = async (parts: Partial<Parameters<typeof answerNavigation>[0]>) => {
    const response = await answerNavigation({
      load: async () => new Response('from the server'),
      findShell: async () => new Response('from the device'),
      wait: never,
      ...parts,
    })
    return response.type === 'error' ? 'error' : await response.text()
  }
  const fail = async (): Promise<never> => {
    throw new TypeError('fetch failed')
  }
  const rejected = (status: number) => async () => new Response(`status ${status}`, { status })

  test('gets the document of the server', async () => {
    expect(await answer({})).toBe('from the server')
    expect(await answer({ load: rejected(404) })).toBe('status 404')
  })

  test.each([
    ['without a network', { load: fail }],
    ['when the server fails', { load: rejected(502) }],
    ['when the server takes too long', { load: never, wait: async () => {} }],
  ])('gets the document on the device %s', async (_name, parts) => {
    expect(await answer(parts)).toBe('from the device')
  })

  test.each([
    ['waits for a slow server', { wait: async () => {} }, 'from the server'],
    ['gets the error of the server', { load: rejected(503) }, 'status 503'],
    ['fails without a network', { load: fail }, 'error'],
  ])('%s if the device has no document', async (_name, parts, text) => {
    expect(await answer({ ...parts, findShell: async () => undefined })).toBe(text)
  })
})
