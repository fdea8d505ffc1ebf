/**
 * Runs PostgreSQL as a child process: `node scripts/pg.mjs <options as JSON>`, with the admin password in PG_PASSWORD.
 * Prints `postgres ready <pid> <data folder>` once it accepts connections. Stops the server (fast shutdown) on SIGINT,
 * on SIGTERM, or when its parent ends and closes standard input.
 */
import { rmSync } from 'node:fs'
import { startPostgres } from './lib/postgres.mjs'

const { removeAtEnd, ...options } = JSON.parse(process.argv[2] ?? '{}')
let server = null
let stopping = false

function finish(code) {
  if (removeAtEnd) {
    for (const folder of [removeAtEnd, server?.dataDir]) if (folder) rmSync(folder, { recursive: true, force: true })
  }
  process.exit(code)
}

function stop() {
  if (stopping) return
  stopping = true
  if (server) server.child.kill('SIGINT')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.stdin.resume()
process.stdin.on('end', stop)
process.stdin.on('error', stop)
// Writing fails once the parent has ended. Stop the server then, so that the error does not end this process first.
process.stdout.on('error', stop)
process.stderr.on('error', stop)

try {
  server = await startPostgres({
    ...options,
    password: process.env.PG_PASSWORD ?? '',
    onLog: (text) => process.stderr.write(text),
  })
  server.child.once('exit', () => finish(stopping ? 0 : 1))
  if (stopping) server.child.kill('SIGINT')
  else process.stdout.write(`postgres ready ${server.child.pid} ${server.dataDir}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  finish(1)
}
