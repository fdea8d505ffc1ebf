import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Upstream } from './upstreams.ts'

/** Less fits into one packet, and gains nothing. */
const MIN_BYTES = 1_400
/** A sixth more bytes than the usual level in a fifth to two thirds of its time (docs/performance.md). */
const LEVEL = 1
const TYPE = 'application/json'
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

interface WholeAnswer {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * JSON that is worth it is compressed for a reader who takes that. Never what auth says: beside a secret, the length of a
 * compressed answer may tell of it.
 */
export function compressAnswer(owner: Upstream, accepted: string | undefined, answer: WholeAnswer): WholeAnswer {
  const { headers, body } = answer
  if (owner === 'auth' || body.length < MIN_BYTES || !headers['content-type']?.startsWith(TYPE)) return answer
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

/** Whether a reader takes gzip, by its `Accept-Encoding`. */
export const acceptsGzip = (accepted: string | undefined): boolean => ACCEPTS_GZIP.test(accepted ?? '')

/** Other bytes of the same meaning. */
const weaken = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)
