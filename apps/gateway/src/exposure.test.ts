import { describe, expect, test } from '@jest/globals'
import { findRisks, isLocalHost } from './exposure.ts'

const PEER = '172.18.0.1'
/** With a trusted proxy, `ips` has the proxy's address and the client's. */
const ask = (hostname: string, headers: Record<string, string> = {}, protocol: 'http' | 'https' = 'http') => ({
  hostname,
  protocol,
  headers,
  ips: protocol === 'https' ? [PEER, '203.0.113.7'] : [PEER],
})

describe('hosts', () => {
  test.each([
    'localhost',
    'callwright',
    'nas.local',
    'app.localhost',
    '127.0.0.1',
    '192.168.1.5',
    '10.1.2.3',
    '172.31.0.1',
    '[::1]',
    'fd00::1',
  ])('%s is local', (host) => {
    expect(isLocalHost(host)).toBe(true)
  })

  test.each(['calls.example.com', '203.0.113.7', '172.32.0.1', '[2001:db8::1]'])('%s is public', (host) => {
    expect(isLocalHost(host)).toBe(false)
  })
})

describe('risks', () => {
  test('a public host over plain HTTP', () => {
    expect(findRisks(ask('calls.example.com'))).toEqual(['public', 'plain_http'])
  })

  test('a public host behind a proxy: only an untrusted proxy is a risk', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    expect(findRisks(ask('calls.example.com', forwarded))).toEqual(['public', 'proxy_not_trusted'])
    expect(findRisks(ask('calls.example.com', forwarded, 'https'))).toEqual(['public'])
  })

  test('a local host has none, and a proxy in front of it is noticed', () => {
    expect(findRisks(ask('localhost'))).toEqual([])
    expect(findRisks(ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }))).toEqual(['proxy_not_trusted'])
  })
})
