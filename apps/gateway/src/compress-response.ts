import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Upstream } from './upstreams.ts'

/** Smaller bodies fit into one packet, so compressing them gains nothing. */
const MIN_BYTES = 1_400
/**
 * The output is a sixth larger than at the default level, but compression takes only a fifth to two thirds of the time
 * (docs/measurements).
 */
const LEVEL = 1
const TYPE = 'application/json'
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

interface WholeResponse {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * Compresses large JSON responses for clients that accept gzip. Never compresses auth's responses, because the length
 * of a compressed body can leak a secret in it (BREACH).
 */
export function compressResponse(
  owner: Upstream,
  accepted: string | undefined,
  response: WholeResponse,
): WholeResponse {
  const { headers, body } = response
  if (owner === 'auth' || body.length < MIN_BYTES || !headers['content-type']?.startsWith(TYPE)) return response
  const vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`
  if (!acceptsGzip(accepted)) return { headers: { ...headers, vary }, body }
  const compressed = gzipSync(body, { level: LEVEL })
  return {
    headers: {
      ...headers,
      vary,
      'content-encoding': 'gzip',
      'content-length': String(compressed.length),
      ...(headers.etag === undefined ? {} : { etag: weaken(headers.etag) }),
    },
    body: compressed,
  }
}

export const acceptsGzip = (accepted: string | undefined): boolean => ACCEPTS_GZIP.test(accepted ?? '')

/** Compressed bytes differ from the original, so the ETag must be weak. */
const weaken = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)
