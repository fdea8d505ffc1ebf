import { openClient, requireSuccess } from './bench-load.mjs'

/**
 * Sends `users` concurrent requests for one path through the gateways. Returns { calls, most }: the distinct provider
 * calls for the symbol, and the count of the most frequent one.
 */
export async function measureStampede({ urls, token, provider, users }, symbol, path) {
  const clients = urls.map((url) => openClient(url, { authorization: `Bearer ${token}` }))
  provider.forgetCalls()
  const asked = Array.from({ length: users }, (_value, index) => clients[index % clients.length].get(path))
  for (const answer of await Promise.all(asked)) requireSuccess(path, answer)
  for (const client of clients) client.close()
  const times = new Map()
  for (const call of provider.calls) {
    const text = describeCall(call)
    if (new RegExp(`\\b${symbol}\\b`).test(text)) times.set(text, (times.get(text) ?? 0) + 1)
  }
  return { calls: [...times.keys()], most: Math.max(0, ...times.values()) }
}

/** A cursor contains the query whose next page it requests, so its decoded text identifies the call. */
const describeCall = ({ path, query: { cursor, ...query } }) =>
  [path, new URLSearchParams(query), cursor === undefined ? '' : Buffer.from(cursor, 'base64url')].join(' ').trim()
