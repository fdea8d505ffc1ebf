import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const inRoot = (...parts) => join(root, ...parts)

/** PATH with the pinned Node and the tools in node_modules first. */
export const pathWithTools = () => `${inRoot('node_modules', '.bin')}:${process.env.PATH ?? ''}`

const running = new Set()
let stopped = false

/** Includes the command's children if it has its own process group. */
function kill({ child, ownGroup }, name) {
  if (!ownGroup) return child.kill(name)
  try {
    return process.kill(-child.pid, name)
  } catch {
    // The process has already ended.
    return false
  }
}

/** Kills all running commands and prevents further ones, to interrupt a step. */
export function stopTools(name = 'SIGTERM') {
  stopped = true
  for (const command of running) kill(command, name)
}

/**
 * Runs a command, for at most `seconds`, and resolves to { code, output, stdout }. `onStart` receives its process id.
 * With `ownGroup`, its children are killed with it. Never rejects: a command that cannot start has code 127.
 */
export function run(command, args, { env = {}, cwd = root, seconds = 0, ownGroup = false, onStart = () => {} } = {}) {
  if (stopped) return Promise.resolve({ code: 130, output: 'interrupted', stdout: '' })
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      // Captured output must be plain text, without colors.
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', PATH: pathWithTools(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    })
    const started = { child, ownGroup: ownGroup && child.pid !== undefined }
    running.add(started)
    if (child.pid) onStart(child.pid)
    let output = ''
    let stdout = ''
    const append = (text, isStdout) => {
      output += text
      if (isStdout) stdout += text
    }
    child.stdout.setEncoding('utf8').on('data', (text) => append(text, true))
    child.stderr.setEncoding('utf8').on('data', (text) => append(text, false))
    const limit = () => {
      append(`\n${command} timed out after ${seconds} s and was killed\n`, false)
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
    // A leftover child of the command may keep the output open, so do not wait longer for it to close.
    child.once('exit', (code) => setTimeout(() => end(code ?? 1), 1_000))
  })
}

/** Like `run`, but throws with the last lines of the output on failure. */
export async function mustRun(what, command, args, options) {
  const result = await run(command, args, options)
  if (result.code === 0) return result
  const tail = stripVTControlCharacters(result.output).trimEnd().split('\n').slice(-100).join('\n')
  throw new Error(`${what} failed (exit code ${result.code}):\n${tail}`)
}
