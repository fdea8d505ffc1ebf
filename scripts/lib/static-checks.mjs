import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, mustRun, run } from './tool.mjs'

/**
 * TypeScript programs: for Node, the browser and its service worker. A program per package would parse shared packages
 * repeatedly.
 */
const PROGRAMS = ['tsconfig.json', 'apps/web/tsconfig.json', 'apps/web/src/worker/tsconfig.json']

/** Keeps what TypeScript found, so that the next run checks only changed files and the files that depend on them. */
const buildInfoOf = (program, folder) => join(folder, `${program.replaceAll('/', '-')}.tsbuildinfo`)

/** Type-checks these programs, by default the whole repository, and returns the failures: { program, output }. */
export async function checkTypes(programs = PROGRAMS, folder = inRoot('node_modules', '.cache', 'types')) {
  const results = await Promise.all(
    // Check the programs in parallel. Several checkers for one program would duplicate work.
    programs.map(async (program) => {
      const kept = ['--incremental', '--tsBuildInfoFile', buildInfoOf(program, folder)]
      const result = await run('tsc', ['-p', program, '--checkers', '1', '--pretty', 'false', ...kept])
      return { program, ...result }
    }),
  )
  return results.flatMap(({ program, code, output }) => (code === 0 ? [] : [{ program, output: output.trim() }]))
}

export const failureText = (failures) => failures.map(({ program, output }) => `${program}\n${output}`).join('\n\n')

const CHECK = ['--secretlintrc', inRoot('.secretlintrc.json')]

/** Files for secretlint: tracked and untracked files that Git does not ignore, or all files without Git. */
async function listFiles() {
  const { code, stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) return ['**/*']
  return ['--no-glob', ...stdout.split('\0').filter((file) => file !== '' && existsSync(inRoot(file)))]
}

/** Searches for keys, tokens and passwords with `.secretlintrc.json`. Throws the masked findings. */
export async function checkSecrets(files) {
  await mustRun('Search for secrets', 'secretlint', [...CHECK, ...(files ?? (await listFiles()))])
}
