/**
 * `npm run -s kubernetes -- --image IMAGE [--host NAME]` prints the Kubernetes manifest (docs/kubernetes.md).
 * `npm run check:deploy` validates its resources by their schemas and prints a table; it exits with 1 if one is invalid.
 */
import { parseArgs } from 'node:util'
import { buildManifest, buildResources } from './lib/kubernetes.mjs'

const { values } = parseArgs({
  options: { image: { type: 'string' }, host: { type: 'string' }, check: { type: 'boolean' } },
})
const { check, ...options } = values

function findFault(resource) {
  try {
    resource.validate()
    return null
  } catch (error) {
    return error.message
  }
}

if (check) {
  for (const resource of buildResources({ host: 'callwright.example', ...options })) {
    const fault = findFault(resource)
    if (fault !== null) process.exitCode = 1
    const { kind, metadata } = resource
    process.stdout.write(`${kind.padEnd(22)} ${metadata.name.padEnd(24)} ${fault ?? 'valid'}\n`)
  }
} else process.stdout.write(buildManifest(options))
