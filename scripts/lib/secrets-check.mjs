import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'
import { mustRun, run } from './tool.mjs'

const CHECK = ['--secretlintrc', inRoot('.secretlintrc.json')]

/** What secretlint is to look at: every file that is in Git or would be by the next `git add`; all, where Git tells nothing. */
async function listFiles() {
  const { code, stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) return ['**/*']
  return ['--no-glob', ...stdout.split('\0').filter((file) => file !== '' && existsSync(inRoot(file)))]
}

/** Looks for keys, tokens and passwords by `.secretlintrc.json`. Throws what was found, masked. */
export async function checkSecrets(files) {
  await mustRun('Search for secrets', 'secretlint', [...CHECK, ...(files ?? (await listFiles()))])
}
