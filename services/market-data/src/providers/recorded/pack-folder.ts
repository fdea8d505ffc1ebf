import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PackError } from './pack-error.ts'

const unzip = promisify(gunzip)
/**
 * More than ten times the unpacked size of any real pack file. It limits how much memory a hostile file can use (S24).
 */
const MAX_UNPACKED_BYTES = 128 * 1_024 * 1_024
/** Nearly every file fits into one chunk of this size; a second chunk would cost more than the decompression itself. */
const UNPACK_CHUNK_BYTES = 128 * 1_024
const SUBFOLDERS = ['bars', 'chains', 'tier-c', 'extended']
const EXTENSIONS = ['.csv.gz', '.csv', '.json']

export interface PackFolder {
  readonly name: string
  /** Whether a file exists. File names have no extension: `chains/BRK.B`, `tier-c/earnings`. */
  has(file: string): boolean
  /** Reads the first of `files` that exists; null if none does. */
  readText(...files: readonly string[]): Promise<string | null>
  /** Lists the symbols that have a file in a subfolder. */
  listSymbols(subfolder: 'bars' | 'chains'): readonly string[]
  /** Computes a hash that changes when a file is added, removed or rewritten. */
  fingerprint(): Promise<string>
  ping(): Promise<void>
}

/** Opens a pack folder by listing it once; files are read as needed. */
export async function openPackFolder(folder: string): Promise<PackFolder> {
  const paths = new Map<string, string>()
  const note = (file: string, path: string) => {
    const extension = EXTENSIONS.find((candidate) => file.endsWith(candidate))
    if (extension !== undefined) paths.set(file.slice(0, -extension.length), path)
  }
  const names = await readdir(folder).catch((error: unknown) => {
    throw new PackError(`RECORDED_DATA_DIR: ${folder} is not a readable folder`, { cause: error })
  })
  for (const subfolder of SUBFOLDERS.filter((candidate) => names.includes(candidate))) {
    for (const name of await readdir(join(folder, subfolder))) {
      note(`${subfolder}/${name}`, join(folder, subfolder, name))
    }
  }
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith('rates.')) note(name, join(dirname(folder), name))
  }
  for (const name of names) note(name, join(folder, name))

  return {
    name: basename(folder),
    has: (file) => paths.has(file),
    async readText(...files) {
      const path = files.map((file) => paths.get(file)).find((candidate) => candidate !== undefined)
      return path === undefined ? null : readTextFile(path)
    },
    listSymbols: (subfolder) =>
      [...paths.keys()]
        .filter((file) => file.startsWith(`${subfolder}/`))
        .map((file) => file.slice(subfolder.length + 1)),
    async fingerprint() {
      const files = [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
      const states = await Promise.all(files.map(([, path]) => stat(path)))
      const hash = createHash('sha256')
      for (const [index, [file]] of files.entries()) {
        hash.update(`${file} ${states[index]?.size} ${states[index]?.mtimeMs}\n`)
      }
      return hash.digest('hex').slice(0, 16)
    },
    async ping() {
      await readdir(folder)
    },
  }
}

async function readTextFile(path: string): Promise<string> {
  const text = await readBytes(path).catch((cause: unknown) => {
    throw new PackError(`RECORDED_DATA_DIR: ${path} cannot be read`, { cause })
  })
  return text.toString('utf8').replace(/^\uFEFF/, '')
}

async function readBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  if (!path.endsWith('.gz')) return bytes
  return unzip(bytes, { maxOutputLength: MAX_UNPACKED_BYTES, chunkSize: UNPACK_CHUNK_BYTES })
}
