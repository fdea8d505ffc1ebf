/** Most bytes that are examined for an encoding without a mark. */
const SAMPLE_BYTES = 2_000

/**
 * Decodes a file: UTF-8 or UTF-16 by its byte order mark, UTF-16 without one by its zero bytes, else UTF-8, and Windows-1252
 * where that is no UTF-8.
 */
export function decodeFile(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes)
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 1].map((offset) => sample.filter((byte, at) => at % 2 === offset && byte === 0).length)
  const many = sample.length / 4
  if ((zeros[1] ?? 0) > many) return 'utf-16le'
  if ((zeros[0] ?? 0) > many) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
