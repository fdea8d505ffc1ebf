import { runProvision } from './database/provision.ts'

// The step `npm start` runs before the migrations.
try {
  process.stdout.write(`${await runProvision(process.env)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
