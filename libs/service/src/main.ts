import { runProvision } from './database/provision.ts'

// `npm start` runs this before the migrations.
try {
  process.stdout.write(`${await runProvision(process.env)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
