/** How long the object URL is kept: by then, the browser has begun to read it. */
const READING_STARTS_MS = 10_000

/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READING_STARTS_MS)
}
