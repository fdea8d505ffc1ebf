import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** More files than this and the folders within run apart: workers want parts of about the same length. */
const MOST_FILES = 30

const startOf = (file, depth) => dirname(file).split('/').slice(0, depth).join('/')

/** Files by the folder that they run under: [[folder, files], ...] */
export function divide(files, depth = 3) {
  return [...Map.groupBy(files, (file) => startOf(file, depth))].flatMap(([folder, within]) => {
    const divisible = within.length > MOST_FILES && within.some((file) => startOf(file, depth + 1) !== folder)
    return divisible ? divide(within, depth + 1) : [[folder, within]]
  })
}

/** What a file says of the environment it needs, on its first line. */
const readPragma = (file) =>
  /^\/\*\* @jest-environment .*\*\/\n/.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? ''

/** The files of a Jest project in parts, each of one folder and one environment: [{ name, pragma, files }, ...] */
export function divideProject({ testMatch }) {
  const files = testMatch.flatMap((glob) => globSync(glob.replace('<rootDir>/', ''), { cwd: root })).sort()
  return [...Map.groupBy(files, readPragma)].flatMap(([pragma, alike], index) =>
    divide(alike).map(([folder, within]) => ({
      name: `${folder.replaceAll('/', '.')}${index === 0 ? '' : `.${index}`}`,
      pragma,
      files: within,
    })),
  )
}

/**
 * A module that is all files of a part, each under its name: `opening` is what it begins with, `first` what is said before
 * each file. One that cannot be loaded fails by itself.
 */
export const formatPart = ({ pragma, files }, { opening = '', first = '' } = {}) => `${pragma}${opening}
import { createRequire } from 'node:module'
import { afterEach, describe, test } from '@jest/globals'

const load = createRequire(import.meta.url)

function run(name, file) {
  describe(name, () => {
    ${first}
    try {
      load(file)
    } catch (error) {
      test('can be loaded', () => {
        throw error
      })
    }
  })
}

${files.map((file) => `run(${JSON.stringify(file)}, ${JSON.stringify(join(root, file))})\n`).join('')}`
