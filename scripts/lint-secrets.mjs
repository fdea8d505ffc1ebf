/** `npm run lint:secrets`: keys, tokens and passwords in what is in Git, or is about to be; prints what it finds, masked. */
import { checkSecrets } from './lib/secrets-check.mjs'

await checkSecrets().catch((error) => {
  process.stdout.write(`${error.message}\n`)
  process.exit(1)
})
