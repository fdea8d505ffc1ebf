import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inheritedEnv } from '@callwright/service/testing'

export const repository = join(import.meta.dirname, '../../../..')

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export interface RealProcess {
  readonly child: ChildProcess
  isAlive(): boolean
  output(): string
  /** Sends the signal and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** The process receives only these environment variables. */
export function startProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): RealProcess {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...inheritedEnv(), ...env },
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

/** Resolves to the script's output. Throws with the output if the script fails. */
export async function runScript(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { child, output } = startProcess(args, env)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${output()}`)
  return output()
}

/** Throws if the process has ended, so that tests fail at once instead of waiting for it. */
export function expectAlive({ child, output }: RealProcess): void {
  if (hasEnded(child)) throw new Error(`${child.spawnargs.join(' ')} ended:\n${output().slice(-2_000)}`)
}

/** Ports per Jest worker. All are below the system's ephemeral range. */
const PORTS_OF_A_WORKER = 500
const firstPort = 10_000 + PORTS_OF_A_WORKER * (Number(process.env.JEST_WORKER_ID ?? 0) % 40)
let given = Math.floor(Math.random() * PORTS_OF_A_WORKER)

/** Finds free ports that no other test uses. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tried = 0; tried < PORTS_OF_A_WORKER && ports.length < count; tried += 1) {
    given += 1
    const port = firstPort + (given % PORTS_OF_A_WORKER)
    if (await isFree(port)) ports.push(port)
  }
  if (ports.length < count) throw new Error(`No ${count} free ports from ${firstPort} on`)
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
