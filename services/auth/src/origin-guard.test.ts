import { describe, expect, test } from '@jest/globals'
import { isOwnSite } from './origin-guard.ts'

const host = 'app.example.com'
const claims = (origin?: string, fetchSite?: string, publicHost: string | undefined = host) => ({
  origin,
  fetchSite,
  publicHost,
})

describe('isOwnSite', () => {
  test.each([
    [undefined, undefined],
    [undefined, 'same-origin'],
    [undefined, 'none'],
    ['https://app.example.com', undefined],
    ['https://app.example.com', 'same-origin'],
    ['http://app.example.com', 'same-origin'],
  ])('origin %s and site %s are ours', (origin, fetchSite) => {
    expect(isOwnSite(claims(origin, fetchSite))).toBe(true)
  })

  test.each([
    ['https://evil.example', undefined],
    ['https://app.example.com.evil.example', undefined],
    ['https://evilapp.example.com', 'same-site'],
    ['https://app.example.com:8443', undefined],
    ['https://app.example.com', 'cross-site'],
    ['https://app.example.com', 'same-site'],
    ['null', undefined],
    ['', undefined],
    ['file://app.example.com', undefined],
    ['https://app.example.com@evil.example', undefined],
    [undefined, 'cross-site'],
    [undefined, 'same-site'],
    [undefined, 'junk'],
  ])('origin %s and site %s are not', (origin, fetchSite) => {
    expect(isOwnSite(claims(origin, fetchSite))).toBe(false)
  })

  test('a default port is the same host, another port is not', () => {
    expect(isOwnSite(claims('https://app.example.com', undefined, 'app.example.com:443'))).toBe(true)
    expect(isOwnSite(claims('http://localhost:8080', undefined, 'localhost:8080'))).toBe(true)
    expect(isOwnSite(claims('http://localhost:5173', undefined, 'localhost:8080'))).toBe(false)
  })

  test('without a host to compare with, an origin is foreign', () => {
    expect(isOwnSite({ origin: 'https://app.example.com', fetchSite: 'same-origin', publicHost: undefined })).toBe(
      false,
    )
  })
})
