import { existsSync } from 'node:fs'
import { inRoot, mustRun, run } from './tool.mjs'

/**
 * TypeScript programs: for Node, the browser and its service worker. A program per package would parse shared packages
 * repeatedly.
 */
const PROGRAMS = ['tsconfig.json', 'apps/web/tsconfig.json', 'apps/web/src/worker/tsconfig.json']

/** Type-checks the whole repository and returns the failures: { program, output }. */
export async function checkTypes() {
  const results = await Promise.all(
    // Check the programs in parallel. Several checkers for one program would duplicate work.
    PROGRAMS.map(async (program) => ({
      program,
      ...(await run('tsc', ['-p', program, '--checkers', '1', '--pretty', 'false'])),
    })),
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
