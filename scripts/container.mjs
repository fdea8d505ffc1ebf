/**
 * `scripts/container.mjs <part>`: what one container of docker-compose.yml does. `secrets` makes what is secret, once;
 * `schemas` gives each service its role, schema and migrations; every other part is a process of the product.
 */
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { adminUrl, makeSecrets, privateEnvironment } from './lib/container.mjs'
import { prepareSchemas } from './lib/schemas.mjs'
import { heapFlags, partEntry, presentServices } from './lib/services.mjs'

const [part] = process.argv.slice(2)

async function main() {
  if (part === 'secrets') return makeSecrets(process.env.DATA_DIR)
  if (part === 'schemas') {
    await prepareSchemas({ services: presentServices(), common: {}, adminUrl: adminUrl(process.env) })
    return
  }
  Object.assign(process.env, privateEnvironment(part, process.env))
  for (const flag of heapFlags(part)) setFlagsFromString(flag)
  // In this very process: a signal to the container is a signal to the service.
  await import(pathToFileURL(partEntry(part)).href)
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
