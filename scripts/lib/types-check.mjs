import { existsSync } from 'node:fs'
import { workspaceFolders } from './packages.mjs'
import { inRoot } from './root.mjs'
import { run } from './tool.mjs'

const AT_ONCE = 2

/** Type-checks every package that has a tsconfig.json: { checked, failures: [{ folder, output }] }. */
export async function checkTypes() {
  const folders = workspaceFolders().filter((folder) => existsSync(inRoot(folder, 'tsconfig.json')))
  const waiting = [...folders]
  const failures = []
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      const { code, output } = await run('tsc', ['-p', `${folder}/tsconfig.json`, '--pretty', 'false'])
      if (code !== 0) failures.push({ folder, output: output.trim() })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { checked: folders.length, failures }
}

export const failureText = (failures) => failures.map(({ folder, output }) => `${folder}\n${output}`).join('\n\n')
