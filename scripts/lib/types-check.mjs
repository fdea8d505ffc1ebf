import { run } from './tool.mjs'

/**
 * TypeScript programs: one for Node and one for the browser. A program per package would parse shared packages
 * repeatedly.
 */
const PROGRAMS = ['tsconfig.json', 'apps/web/tsconfig.json']

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
