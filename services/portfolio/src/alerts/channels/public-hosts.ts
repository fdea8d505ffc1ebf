import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

/** Which receivers may be contacted. */
export interface HostRules {
  readonly privateNetworks: 'refuse' | 'allow'
  readonly plainHttp: 'refuse' | 'allow'
}

type LookupDone = (error: Error | null, addresses?: string | LookupAddress[], family?: number) => void

const MAX_URL_LENGTH = 2_048
const CONNECT_TIMEOUT_MS = 5_000
const LOOKUP_TIMEOUT_MS = 5_000
const MAX_HEADER_BYTES = 16_384
/** Bytes of a response that are read before the connection is closed. */
export const MAX_RESPONSE_BYTES = 65_536

/** The only IPv6 block that is in public use. Addresses elsewhere may contain an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const NOT_PUBLIC = 'The address is in a private network. Choose one that the internet can reach.'
const UNKNOWN_HOST = 'The host of the URL cannot be found.'

/** Thrown instead of connecting to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  constructor() {
    super(NOT_PUBLIC)
  }
}

/**
 * Whether an address belongs to a host on the internet. Addresses that contain another one (IPv4-mapped, NAT64, 6to4,
 * Teredo) are not public, because the address within may be private.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

/** Parses a receiver's URL. Returns the reason as text if it cannot be used, without resolving its host. */
export function readReceiverUrl(text: string, rules: HostRules): URL | string {
  if (text.length > MAX_URL_LENGTH) return `The URL has more than ${MAX_URL_LENGTH} characters.`
  if (!URL.canParse(text)) return 'The URL is not complete. Example: https://example.com/hook'
  const url = new URL(text)
  const isAllowedProtocol = url.protocol === 'https:' || (url.protocol === 'http:' && rules.plainHttp === 'allow')
  if (!isAllowedProtocol) return 'The URL must begin with https://'
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.'
  const host = hostOf(url)
  const isRefused = rules.privateNetworks === 'refuse' && isIP(host) !== 0 && !isPublicAddress(host)
  return isRefused ? NOT_PUBLIC : url
}

/** Checks a receiver's URL and every address of its host. Returns why it cannot be used, or null if it can. */
export async function explainReceiverUrl(text: string, rules: HostRules): Promise<string | null> {
  const url = readReceiverUrl(text, rules)
  if (typeof url === 'string') return url
  if (rules.privateNetworks === 'allow' || isIP(hostOf(url)) !== 0) return null
  const addresses = await resolve(hostOf(url))
  if (addresses.length === 0) return UNKNOWN_HOST
  return addresses.every(({ address }) => isPublicAddress(address)) ? null : NOT_PUBLIC
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** All addresses of a host; none if it is unknown or its name servers do not answer in time. */
function resolve(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((done) => {
    const timer = setTimeout(() => done([]), LOOKUP_TIMEOUT_MS)
    lookup(host, { all: true }, (_error, addresses) => {
      clearTimeout(timer)
      done(addresses ?? [])
    })
  })
}

/**
 * Creates the connections to receivers. The addresses are checked in the lookup that the connection uses, so a name
 * that resolves differently the second time is checked again. Addresses in a URL are not looked up; `readReceiverUrl`
 * checks those. Redirects are not followed.
 */
export function openReceiverAgent(rules: HostRules): Agent {
  const guard = rules.privateNetworks === 'allow' ? {} : { lookup: lookupPublic }
  return new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, ...guard },
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  })
}

function lookupPublic(host: string, options: LookupOptions, done: LookupDone): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error)
    if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new PrivateAddressError())
    const [first] = addresses
    if (options.all || first === undefined) return done(null, addresses)
    done(null, first.address, first.family)
  })
}
