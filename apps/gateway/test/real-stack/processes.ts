import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { passOn } from '@callwright/service/testing'

export const repository = join(import.meta.dirname, '../../../..')

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export interface RealProcess {
  readonly child: ChildProcess
  isAlive(): boolean
  /** Everything it has written so far. */
  output(): string
  /** Resolves once it has ended by this signal, or already had. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** A script of the repository as a process that gets these settings and no others. */
export function startProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): RealProcess {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...passOn(), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    child,
    isAlive: () => !hasEnded(child),
    output: () => output,
    async end(signal) {
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** Runs a script to its end; throws with what it wrote where that is no success. Resolves to its output. */
export async function runScript(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { child, output } = startProcess(args, env)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${output()}`)
  return output()
}

/** Throws once the process has ended: nobody waits for what will never be. */
export function expectAlive({ child, output }: RealProcess): void {
  if (hasEnded(child)) throw new Error(`${child.spawnargs.join(' ')} ended:\n${output().slice(-2_000)}`)
}

/** So many ports that nobody listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    }),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
