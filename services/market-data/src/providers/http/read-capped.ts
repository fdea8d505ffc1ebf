/**
 * Reads the body as text; null if it exceeds `maxBytes` after decompression. Reading stops at the limit, so a
 * compression bomb does not use up memory.
 */
export async function readCapped(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | null> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    await response.body?.cancel()
    return null
  }
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}
