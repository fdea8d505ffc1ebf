import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname
const packages = ['typebox', 'kysely']
/** What is imported of them, and the file that it becomes. */
const entries = {
  typebox: 'typebox',
  'typebox/compile': 'typebox-compile',
  kysely: 'kysely',
  'kysely/migration': 'kysely-migration',
}

const readVersion = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
const cache = join(root, 'node_modules', '.cache')
const folder = join(cache, packages.map((name) => `${name}-${readVersion(name)}`).join('-'))

/** For `moduleNameMapper`: packages of hundreds of files each, which Jest links anew for every file of tests. */
export const bundled = Object.fromEntries(
  Object.entries(entries).map(([name, file]) => [`^${name}$`, join(folder, `${file}.mjs`)]),
)

/** For `globalSetup`: makes one file of each where there is none of this version yet. */
export default async function bundlePackages() {
  if (existsSync(folder)) return
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [file, name])),
    platform: 'node',
    cwd: root,
  })
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'part-'))
  await bundle.write({ dir: part, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  await bundle.close()
  try {
    renameSync(part, folder)
  } catch {
    // Another run was faster.
    rmSync(part, { recursive: true, force: true })
  }
}
