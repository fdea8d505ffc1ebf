import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'
import { mustRun, run } from './tool.mjs'

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
