/**
 * The configuration of `npm test`: the files of a folder run as one. Jest reads, links and compiles the modules anew for
 * every file, which takes longer than many a file's tests; here it does so for every folder. Results name the files.
 * jest.config.mjs runs each by itself.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import config from './jest.config.mjs'
import { divideProject, formatPart } from './scripts/lib/test-parts.mjs'

const parts = 'dist/tests'

/** Of web tests: what takes pages and clipboard away after each test, as it does where a file runs by itself. */
const web = {
  opening: "import { cleanup } from '@testing-library/react'\nimport '@testing-library/user-event'",
  first: 'afterEach(cleanup)',
}

const isSame = (file, text) => {
  try {
    return readFileSync(file, 'utf8') === text
  } catch {
    return false
  }
}

/** Another run may be under way: what it has loaded or is about to load is not touched while it is as it should be. */
function writeParts(folder, texts) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of texts) {
    const file = join(folder, name)
    if (isSame(file, text)) continue
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  }
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.mjs') && !texts.has(name)) rmSync(join(folder, name), { force: true })
  }
}

function runTogether(project) {
  const name = project.displayName
  const texts = divideProject(project).map((part) => [`${part.name}.mjs`, formatPart(part, name === 'web' ? web : {})])
  writeParts(join(import.meta.dirname, parts, name), new Map(texts))
  return { ...project, testMatch: [`<rootDir>/${parts}/${name}/*.mjs`] }
}

/** Browser tests have few files, each with a stack of its own. */
const apart = (project) => project.displayName === 'e2e'

export default {
  ...config,
  projects: config.projects.map((project) => (apart(project) ? project : runTogether(project))),
}
