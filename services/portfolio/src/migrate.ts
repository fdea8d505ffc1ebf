import { migrate } from '@callwright/service'
import { readMigrationConfig } from './config.ts'
import { migrations } from './db/migrations/index.ts'

const { databaseUrl } = readMigrationConfig(process.env)
const applied = await migrate({ url: databaseUrl, migrations, to: process.argv[2] })
process.stdout.write(`portfolio: ${applied.length === 0 ? 'schema is up to date' : `applied ${applied.join(', ')}`}\n`)
