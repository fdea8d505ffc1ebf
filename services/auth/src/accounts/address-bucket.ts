import { isIPv6 } from 'node:net'

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Rate-limit key for a client address: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * household or server controls a whole /64.
 */
export function bucketOf(address: string): string {
  const mapped = mappedIpv4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  return expand(address).slice(0, NETWORK_GROUPS).join(':')
}

function expand(address: string): string[] {
  const [bare = ''] = address.split('%')
  const [head = '', tail] = bare.split('::')
  const left = split(head)
  const right = tail === undefined ? [] : split(tail)
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

function split(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
