/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { request } from './request.ts'

test('method, path, access and repeats come from the endpoint table', () => {
  expect(request('screener.view', { query: { limit: 25, offset: 0, sort_by: 'rsi' } })).toEqual({
    id: 'screener.view',
    method: 'GET',
    path: '/api/phase1/views/stock-screener?limit=25&offset=0&sort_by=rsi',
    needsToken: true,
    body: null,
    encoding: 'json',
    attempts: 3,
    idempotencyKey: null,
  })
  expect(request('auth.login', { body: { username: 'a', password: 'b' }, encoding: 'form' })).toMatchObject({
    method: 'POST',
    path: '/api/auth/login',
    needsToken: false,
    body: { username: 'a', password: 'b' },
    encoding: 'form',
    attempts: 1,
  })
})

test('parameters of the path are filled in and escaped', () => {
  expect(request('stocks.quote', { params: { symbol: 'BRK/B' } }).path).toBe('/api/stocks/quote/BRK%2FB')
})

test('what is not set is not sent', () => {
  expect(request('screener.view', { query: {} }).path).toBe('/api/phase1/views/stock-screener')
})
