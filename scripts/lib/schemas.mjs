import { inRoot } from './root.mjs'
import { migrations } from './services.mjs'
import { mustRun } from './tool.mjs'

/** Creates a role and a schema per service, then runs each service's migrations: { auth: url, ... } */
export async function prepareSchemas({ services, common, adminUrl }) {
  const provision = inRoot('libs', 'service', 'src', 'main.ts')
  const env = { ...common, DATABASE_URL: adminUrl }
  const made = await mustRun('Preparing the database', process.execPath, [provision], { env })
  const urls = JSON.parse(made.stdout.trim().split('\n').at(-1))
  const migrate = ([name, file]) =>
    mustRun(`Migrating ${name}`, process.execPath, [file], { env: { ...common, DATABASE_URL: urls[name] } })
  await Promise.all(migrations(services).map(migrate))
  return urls
}
