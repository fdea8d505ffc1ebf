/**
 * `scripts/container.mjs <part>` is the entry point of the containers in docker-compose.yml. `secrets` creates the
 * secrets once. `schemas` creates each service's role and schema and runs its migrations. `users`, in the container of
 * auth, carries out the operator's commands. Every other part is a process.
 */
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { adminUrl, makeSecrets, privateEnvironment } from './lib/container.mjs'
import { heapFlags, partEntry, prepareSchemas, presentServices } from './lib/services.mjs'
import { inRoot } from './lib/tool.mjs'

const [part] = process.argv.slice(2)

async function main() {
  if (part === 'secrets') return makeSecrets(process.env.DATA_DIR)
  if (part === 'schemas') {
    await prepareSchemas({ services: presentServices(), common: {}, adminUrl: adminUrl(process.env) })
    return
  }
  if (part === 'users') {
    Object.assign(process.env, privateEnvironment('auth', process.env), { LOG_LEVEL: 'fatal' })
    process.argv.splice(2, 1)
    await import(pathToFileURL(inRoot('services', 'auth', 'src', 'operator.ts')).href)
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
