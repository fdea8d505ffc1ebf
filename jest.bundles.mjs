import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname

/** What is imported of packages of tens to hundreds of files each, which Jest reads and links anew for every file of tests. */
const formats = {
  es: [
    'typebox',
    'typebox/compile',
    'kysely',
    'kysely/migration',
    'cockatiel',
    'fast-check',
    '@mantine/core',
    '@mantine/hooks',
    '@mantine/notifications',
    '@testing-library/user-event',
  ],
  cjs: [
    'bullmq',
    'prom-client',
    'rate-limiter-flexible',
    'aria-query',
    '@testing-library/dom',
    '@testing-library/react',
  ],
}
/** There is one of these, whoever asks for it. */
const apart = /^(?:react(?:-dom)?(?:\/.*)?|ioredis|pg|redis|@testing-library\/dom)$/

const cache = join(root, 'node_modules', '.cache')
/** Of what is installed, made by this file as it is. */
const edition = ['node_modules/.package-lock.json', 'jest.bundles.mjs'].reduce(
  (hash, name) => hash.update(readFileSync(join(root, name))),
  createHash('sha256'),
)
const folder = join(cache, `bundles-${edition.digest('hex').slice(0, 16)}`)

const entryOf = (name) => name.replace('@', '').replaceAll('/', '-')

/** For `moduleNameMapper`. */
export const bundled = Object.fromEntries(
  Object.entries(formats).flatMap(([format, names]) =>
    names.map((name) => [`^${name}$`, join(folder, `${entryOf(name)}.${format === 'es' ? 'mjs' : 'cjs'}`)]),
  ),
)

/** For `globalSetup`: makes one file of each where there is none of this edition yet. */
export default async function bundlePackages() {
  if (existsSync(folder)) return
  for (const earlier of globSync(join(cache, 'bundles-*'))) rmSync(earlier, { recursive: true, force: true })
  const { rolldown } = await import('rolldown')
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'part-'))
  for (const [format, names] of Object.entries(formats)) {
    const bundle = await rolldown({
      input: Object.fromEntries(names.map((name) => [entryOf(name), name])),
      external: (name, importer) => importer !== undefined && apart.test(name),
      logLevel: 'silent',
      platform: 'node',
      cwd: root,
    })
    const fileNames = format === 'es' ? '[name].mjs' : '[name].cjs'
    await bundle.write({
      dir: part,
      format,
      entryFileNames: fileNames,
      chunkFileNames: fileNames,
      // Names stay: errors and messages have them.
      minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    })
    await bundle.close()
  }
  try {
    renameSync(part, folder)
  } catch {
    // Another run was faster.
    rmSync(part, { recursive: true, force: true })
  }
}
