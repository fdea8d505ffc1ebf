/**
 * `npm run lint:secrets` searches all files that Git does not ignore for keys, tokens and passwords and prints masked
 * findings.
 */
import { checkSecrets } from './lib/static-checks.mjs'

await checkSecrets().catch((error) => {
  process.stdout.write(`${error.message}\n`)
  process.exit(1)
})
