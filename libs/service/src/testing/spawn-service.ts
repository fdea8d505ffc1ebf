import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Environment variables that a child process needs to find tools and the compile cache. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, TMPDIR, NODE_COMPILE_CACHE }
}

/** Starts a service in a separate process on a free port, for tests across services. */
export async function spawnService(main: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...inheritedEnv(), ...env, PORT: '0', OPS_PORT: '0' },
  })
  const port = await readPort(child)
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('The output of the service cannot be read')
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { event?: string; port?: number }
    if (entry.event === 'service.listening' && entry.port !== undefined) {
      child.stdout.resume()
      return entry.port
    }
  }
  throw new Error('The service exited before it listened')
}
