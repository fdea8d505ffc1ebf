import { commonWords } from './common-words.ts'
import { notify } from './notify.ts'
import { saveFile } from './save-file.ts'

/** Creates a CSV file and downloads it, or reports that this failed. The code for it loads on demand. */
export async function saveCsv(write: () => Promise<{ readonly name: string; readonly text: string }>): Promise<void> {
  try {
    const { name, text } = await write()
    saveFile(name, text, 'text/csv')
  } catch {
    notify(commonWords.notWritten)
  }
}
