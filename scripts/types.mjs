/** `npm run types` type-checks the whole repository and prints failures only. */
import { checkTypes, failureText } from './lib/static-checks.mjs'

const failures = await checkTypes()
if (failures.length > 0) {
  process.stdout.write(`${failureText(failures)}\n`)
  process.exit(1)
}
