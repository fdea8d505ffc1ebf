import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { requestText, sendRaw } from './raw.ts'
import { bearer, openGateway, type TestGateway } from './support.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway()
})
afterAll(() => gateway.close())

const long = 'A'.repeat(101)

/** S03: ways to make two parties read one path differently. */
const paths = [
  '/api/stocks/..%2fportfolio/positions',
  '/api/stocks/..%2Fauth%2Fme',
  '/api/stocks/%2e%2e/portfolio/positions',
  '/api/stocks/%2E%2E/portfolio/positions',
  '/api/stocks/.%2e/portfolio/positions',
  '/api/stocks/%2e./portfolio/positions',
  '/api/stocks/../portfolio/positions',
  '/api/stocks/./quote/AAPL',
  '/api/stocks/quote/.',
  '/api/stocks/quote/..',
  '/api/stocks/quote/%2e',
  '/api/stocks/quote/%2e%2e',
  '/api/stocks/quote/AAPL/..',
  '/api/stocks/quote/AAPL%2f..%2f..',
  '/api/stocks/quote/AAPL%2Fxy',
  '/api/stocks//quote/AAPL',
  '//api/stocks/quote/AAPL',
  '/api//stocks/quote/AAPL',
  '/api/stocks/quote//AAPL',
  '/api/stocks/quote/AAPL;x=1',
  '/api/stocks/quote/AAPL;/../../auth/me',
  '/api/stocks/quote/AAPL%3bx',
  '/api/stocks/quote/AAPL%00',
  '/api/stocks/quote/%00',
  '/api/stocks/quote/AAPL%0d%0ax:%20y',
  '/api/stocks/quote/AAPL%7f',
  '/api/stocks\\quote\\AAPL',
  '/api/stocks/quote/..\\..\\auth\\me',
  '/api/stocks/quote/..%5c..%5cauth',
  '/api/stocks/quote/%5C',
  '/api/stocks/quote/%zz',
  '/api/stocks/quote/%',
  '/api/stocks/quote/%4',
  '/api/stocks/quote/%ff%fe',
  '/api/stocks/quote/%c0%ae%c0%ae',
  '/api/stocks/quote/%252e%252e%252fauth',
  '/api/stocks/quote/%25',
  `/api/stocks/quote/${long}`,
  `/api/options/chain/${'%20'.repeat(101)}`,
  '/api/stocks/quote/AAPL#/../../auth/me',
  '/api/stocks/quote/AAPL\u00e9',
  '/api/stocks/quote/<AAPL>',
  '/%61pi/stocks/quote/AAPL/%2e%2e/%2e%2e',
  '/%61pi/phase1/views/stock-screener',
  '/%41pi/phase1/views/stock-screener',
  '/ap%69/phase1/views/stock-screener',
  '/%61pi/health',
  '/api/he%61lth',
  '/%69nternal/auth/jwks',
  '/api/stocks/quote/%41APL',
  'http://localhost/api/stocks/quote/AAPL',
  'http://example.test/api/auth/me',
  'api/stocks/quote/AAPL',
  '*',
  '/internal/auth/jwks',
  '/Internal/auth/jwks',
  '/INTERNAL/auth/revocations',
]

test('there are 40 of them and more', () => {
  expect(new Set(paths).size).toBeGreaterThanOrEqual(40)
})

test.each(paths)('%s is 400 or 404 and reaches nobody', async (path) => {
  const headers = [`authorization: ${bearer(gateway.token()).authorization}`, 'accept: text/html']
  const bytes = Buffer.from(requestText('GET', path, headers), 'latin1')
  const { statuses, text } = await sendRaw(gateway.port, bytes)
  expect(statuses).toHaveLength(1)
  expect([400, 404]).toContain(statuses[0])
  expect(text).toContain('application/problem+json')
  expect(text).not.toMatch(/FST_|\.[jt]s:\d|127\.0\.0\.1/)
  expect(gateway.hits).toEqual([])
})

test.each([
  ['BRK.B', '/api/stocks/quote/BRK.B'],
  ['the slash of a class share', '/api/stocks/quote/BRK%2FB'],
  ['a space, for the service to judge', '/api/stocks/quote/A%20B'],
  ['100 characters', `/api/stocks/quote/${'A'.repeat(100)}`],
])('%s passes as it came', async (_name, path) => {
  gateway.hits.length = 0
  const answer = await fetch(gateway.url + path, { headers: bearer(gateway.token()) })
  expect(answer.status).toBe(200)
  expect(gateway.hits.map(({ upstream, url }) => [upstream, url])).toEqual([['market-data', path]])
  gateway.hits.length = 0
})
