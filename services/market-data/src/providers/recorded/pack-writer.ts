import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const zip = promisify(gzip)

/**
 * Creates a writer for files in a pack folder. It compresses a file if its name ends in `.gz`; each write is atomic.
 */
export function createPackWriter(folder: string) {
  return async (name: string, text: string): Promise<void> => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const unfinished = `${path}.part`
    await writeFile(unfinished, name.endsWith('.gz') ? await zip(text) : text)
    await rename(unfinished, path)
  }
}
