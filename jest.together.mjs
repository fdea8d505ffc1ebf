/**
 * The configuration of `npm test`: the files of a folder run as one. Jest reads, links and compiles the modules anew for
 * every file, which takes longer than many a file's tests; here it does so for every folder. Results name the files,
 * and each still runs by itself with jest.config.mjs.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import config from './jest.config.mjs'
import { divideProject, formatPart } from './scripts/lib/test-parts.mjs'

const parts = 'dist/tests'

/** What is loaded before all files. Of web tests: what takes a page away after each test, whichever file it is in. */
const opening = { web: "import '@testing-library/react'\n" }

function runTogether(project) {
  const name = project.displayName
  const folder = join(import.meta.dirname, parts, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of divideProject(project)) {
    writeFileSync(join(folder, `${part.name}.mjs`), formatPart(part, opening[name]))
  }
  return { ...project, testMatch: [`<rootDir>/${parts}/${name}/*.mjs`] }
}

/** Browser tests have few files, each with a stack of its own. */
const apart = (project) => project.displayName === 'e2e'

export default {
  ...config,
  projects: config.projects.map((project) => (apart(project) ? project : runTogether(project))),
}
