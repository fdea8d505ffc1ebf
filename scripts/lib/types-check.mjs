import { run } from './tool.mjs'

/** All that runs on Node is one program, all that runs in the browser another: a package of its own would read the others again. */
const PROGRAMS = ['tsconfig.json', 'apps/web/tsconfig.json']

/** Type-checks the whole repository: the failures, { program, output }. */
export async function checkTypes() {
  const results = await Promise.all(
    // The programs are checked side by side; several checkers of one program would repeat each other's work.
    PROGRAMS.map(async (program) => ({
      program,
      ...(await run('tsc', ['-p', program, '--checkers', '1', '--pretty', 'false'])),
    })),
  )
  return results.flatMap(({ program, code, output }) => (code === 0 ? [] : [{ program, output: output.trim() }]))
}

export const failureText = (failures) => failures.map(({ program, output }) => `${program}\n${output}`).join('\n\n')
