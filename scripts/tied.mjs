/** `node scripts/tied.mjs <command...>` runs a command that ends when its parent ends, even after kill -9. */
import { spawn } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

const stop = () => {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.stdin.resume()
process.stdin.on('end', stop)
process.stdin.on('error', stop)
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code) => process.exit(code ?? 1))
