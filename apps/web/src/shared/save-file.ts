/** How long a browser may take to begin reading what it saves. */
const READING_STARTS_MS = 10_000

/** Hands a text to the reader as a file to keep. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READING_STARTS_MS)
}
