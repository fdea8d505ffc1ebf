import { commonWords } from '../common-words.ts'
import { notify } from '../notifications.tsx'

/** Creates a CSV file and downloads it, or reports that this failed. The code for it loads on demand. */
export async function saveCsv(write: () => Promise<{ readonly name: string; readonly text: string }>): Promise<void> {
  try {
    const { name, text } = await write()
    saveFile(name, text, 'text/csv')
  } catch {
    notify(commonWords.notWritten)
  }
}

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
