import { describe, expect, test } from '@jest/globals'
import { explainReceiverUrl, isPublicAddress } from './public-hosts.ts'

const strict = { privateNetworks: 'refuse', plainHttp: 'refuse' } as const
const open = { privateNetworks: 'allow', plainHttp: 'allow' } as const
const PRIVATE = 'The address is in a private network. Choose one that the internet can reach.'

const privateAddresses = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.127.255.254', '224.0.0.1', '239.255.255.255', '255.255.255.255'],
  ...['240.0.0.1', '192.0.2.1', '198.18.0.1', '192.0.0.1'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '2001:db8::1'],
  ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  ...['2002:7f00:1::', '2001::1'],
]
const publicAddresses = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111']

describe('public addresses', () => {
  test.each(privateAddresses)('%s is not one, and no URL may contain it', async (address) => {
    expect(isPublicAddress(address)).toBe(false)
    const host = address.includes(':') ? `[${address}]` : address
    expect(await explainReceiverUrl(`https://${host}/hook`, strict)).toBe(PRIVATE)
    expect(await explainReceiverUrl(`http://${host}:8080/hook`, open)).toBeNull()
  })

  test.each(publicAddresses)('%s is one', async (address) => {
    expect(isPublicAddress(address)).toBe(true)
    const host = address.includes(':') ? `[${address}]` : address
    expect(await explainReceiverUrl(`https://${host}/hook`, strict)).toBeNull()
  })

  test.each(['', 'host', '0x8.8.8.8', '8.8.8', '8.8.8.8/24'])('%j is not an address', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

describe('the URL of a receiver', () => {
  test.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::ffff:127.0.0.1]/',
  ])('%s is loopback in another notation', async (url) => {
    expect(await explainReceiverUrl(url, strict)).toBe(PRIVATE)
  })

  test('is checked with every address of its host', async () => {
    expect(await explainReceiverUrl('https://localhost/hook', strict)).toBe(PRIVATE)
    expect(await explainReceiverUrl('https://no-such-host.invalid/', strict)).toBe(
      'The host of the URL cannot be found.',
    )
  })

  test.each([
    ['example.com/hook', 'The URL is not complete. Example: https://example.com/hook'],
    ['http://8.8.8.8/hook', 'The URL must begin with https://'],
    ['file:///etc/passwd', 'The URL must begin with https://'],
    ['https://user:password@8.8.8.8/', 'The URL must not contain a user name or a password.'],
    [`https://8.8.8.8/${'a'.repeat(2_048)}`, 'The URL has more than 2048 characters.'],
  ])('%.40s is refused with its reason', async (url, reason) => {
    expect(await explainReceiverUrl(url, strict)).toBe(reason)
  })
})
