/**
 * `scripts/container.mjs <part>` is the entry point of the containers in docker-compose.yml. `secrets` creates the
 * secrets once. `schemas` creates each service's role and schema and runs its migrations. Every other part is a
 * process.
 */
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { adminUrl, makeSecrets, privateEnvironment } from './lib/container.mjs'
import { heapFlags, partEntry, prepareSchemas, presentServices } from './lib/services.mjs'

const [part] = process.argv.slice(2)

async function main() {
  if (part === 'secrets') return makeSecrets(process.env.DATA_DIR)
  if (part === 'schemas') {
    await prepareSchemas({ services: presentServices(), common: {}, adminUrl: adminUrl(process.env) })
    return
  }
  Object.assign(process.env, privateEnvironment(part, process.env))
  for (const flag of heapFlags(part)) setFlagsFromString(flag)
  // Import the part instead of spawning it, so that it receives the container's signals.
  await import(pathToFileURL(partEntry(part)).href)
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
