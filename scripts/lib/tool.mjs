import { spawn } from 'node:child_process'
import { pathWithTools, root } from './root.mjs'

const running = new Set()

/** Ends the commands that run now, for a stop in the middle of a step. */
export function stopTools(name = 'SIGTERM') {
  for (const child of running) child.kill(name)
}

/**
 * Runs a command to its end and resolves to { code, output, stdout }; `show` prints the output as it comes.
 * Never rejects: a command that cannot start has code 127.
 */
export function run(command, args, { env = {}, cwd = root, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: pathWithTools(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    let stdout = ''
    const take = (text, isStdout) => {
      output += text
      if (isStdout) stdout += text
      if (show) process.stdout.write(text)
    }
    child.stdout.setEncoding('utf8').on('data', (text) => take(text, true))
    child.stderr.setEncoding('utf8').on('data', (text) => take(text, false))
    const end = (code) => {
      running.delete(child)
      resolve({ code, output, stdout })
    }
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`
      end(127)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}

/** As run, but a failure throws with the command's last lines. */
export async function mustRun(what, command, args, options) {
  const result = await run(command, args, options)
  if (result.code === 0) return result
  const tail = result.output.trimEnd().split('\n').slice(-25).join('\n')
  throw new Error(`${what} failed (exit code ${result.code}):\n${tail}`)
}
