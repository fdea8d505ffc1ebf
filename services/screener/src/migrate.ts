import { migrate } from '@callwright/service'
import { readMigrateConfig } from './config.ts'
import { migrations } from './db/migrations/index.ts'

const { databaseUrl } = readMigrateConfig(process.env)
const applied = await migrate({ url: databaseUrl, migrations, to: process.argv[2] })
process.stdout.write(`screener: ${applied.length === 0 ? 'schema is current' : applied.join(', ')}\n`)
