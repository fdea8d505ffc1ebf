import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { pathWithTools, root } from './root.mjs'

const running = new Set()
let stopped = false

/** Ends a command; one with a group of its own, with all it has started. */
function kill({ child, ownGroup }, name) {
  if (!ownGroup) return child.kill(name)
  try {
    return process.kill(-child.pid, name)
  } catch {
    // It has ended.
    return false
  }
}

/** Ends the commands that run now, for a stop in the middle of a step; none starts from here on. */
export function stopTools(name = 'SIGTERM') {
  stopped = true
  for (const command of running) kill(command, name)
}

/**
 * Runs a command to its end, or for `seconds` at most, and resolves to { code, output, stdout }; `onStart` is told its
 * process number. With `ownGroup` what it has started ends with it. Never rejects: a command that cannot start has code
 * 127.
 */
export function run(command, args, { env = {}, cwd = root, seconds = 0, ownGroup = false, onStart = () => {} } = {}) {
  if (stopped) return Promise.resolve({ code: 130, output: 'interrupted', stdout: '' })
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      // Captured output is read as text.
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', PATH: pathWithTools(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    })
    const started = { child, ownGroup: ownGroup && child.pid !== undefined }
    running.add(started)
    if (child.pid) onStart(child.pid)
    let output = ''
    let stdout = ''
    const take = (text, isStdout) => {
      output += text
      if (isStdout) stdout += text
    }
    child.stdout.setEncoding('utf8').on('data', (text) => take(text, true))
    child.stderr.setEncoding('utf8').on('data', (text) => take(text, false))
    const limit = () => {
      take(`\n${command} was still running after ${seconds} s and was ended\n`, false)
      kill(started, 'SIGKILL')
    }
    const timer = seconds > 0 ? setTimeout(limit, seconds * 1000) : null
    const end = (code) => {
      clearTimeout(timer)
      running.delete(started)
      resolve({ code, output, stdout })
    }
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`
      end(127)
    })
    child.once('close', (code) => end(code ?? 1))
    // Something the command left behind may hold its output open.
    child.once('exit', (code) => setTimeout(() => end(code ?? 1), 1_000))
  })
}

/** As run, but a failure throws with the command's last lines. */
export async function mustRun(what, command, args, options) {
  const result = await run(command, args, options)
  if (result.code === 0) return result
  const tail = stripVTControlCharacters(result.output).trimEnd().split('\n').slice(-100).join('\n')
  throw new Error(`${what} failed (exit code ${result.code}):\n${tail}`)
}
