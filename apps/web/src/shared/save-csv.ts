import { commonWords } from './common-words.ts'
import { notify } from './notify.ts'
import { saveFile } from './save-file.ts'

/** Writes a CSV file and hands it to the reader, or says that it could not be written: its code comes when it is asked for. */
export async function saveCsv(write: () => Promise<{ readonly name: string; readonly text: string }>): Promise<void> {
  try {
    const { name, text } = await write()
    saveFile(name, text, 'text/csv')
  } catch {
    notify(commonWords.notWritten)
  }
}
