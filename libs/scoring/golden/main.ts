/**
 * `npm run golden -- DIR`: checks a folder of golden numbers. Ends with 0 when every row passes, with 1 when a row fails
 * or a file cannot be read, with 2 when there is nothing to check. `--strict`: what could not be checked fails too.
 */
import { golden } from './command.ts'

const { status, out, problem } = golden(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
process.stdout.write(out)
process.stderr.write(problem)
process.exitCode = status
