/**
 * `npm run golden -- DIR`: checks a folder of golden numbers. Exits with 0 if every row passes, with 1 if a row fails
 * or a file cannot be read, and with 2 if there is nothing to check. With `--strict`, it also exits with 1 if a file
 * could not be checked.
 */
import { golden } from './command.ts'

const { status, out, problem } = golden(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
process.stdout.write(out)
process.stderr.write(problem)
process.exitCode = status
