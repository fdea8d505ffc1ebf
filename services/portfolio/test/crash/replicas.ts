import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPath, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { spawnService } from '@callwright/service/testing'
import type { Random } from './random.ts'

const MAIN = resolve(import.meta.dirname, '../../src/main.ts')
const REPLICAS = 2
/** Longest time that a killed process stays away. */
const MAX_AWAY_MS = 1_500

interface Asked {
  readonly user: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type SignerConfig = Parameters<typeof createIdentitySigner>[0]

/** Two processes of the service, which can be killed. */
export function openReplicas(config: SignerConfig, env: Readonly<Record<string, string>>) {
  const running = new Map<number, Awaited<ReturnType<typeof spawnService>>>()
  const sign = createIdentitySigner(config, 'gateway')
  let kills = 0

  async function kill(indexes: readonly number[]): Promise<void> {
    const killed = indexes.map((index) => running.get(index)?.kill())
    kills += killed.length
    await Promise.all(killed)
    for (const index of indexes) running.delete(index)
  }

  return {
    countKills: () => kills,

    async start(): Promise<void> {
      const missing = Array.from({ length: REPLICAS }, (_, index) => index).filter((index) => !running.has(index))
      await Promise.all(missing.map(async (index) => void running.set(index, await spawnService(MAIN, env))))
    },

    killAll: () => kill([...running.keys()]),

    /** Kills one of the processes with SIGKILL and starts it again after a while. */
    async killOne(random: Random): Promise<void> {
      await kill([Math.floor(random.between(0, REPLICAS))])
      await delay(random.between(0, MAX_AWAY_MS))
      await this.start()
    },

    /** Body of a response to a user's request. Throws unless it is a success. */
    async get<Id extends EndpointId>(id: Id, { user, params, body }: Asked): Promise<Success<Id>> {
      const [service] = running.values()
      if (service === undefined) throw new Error('No process is running')
      const principal = { kind: 'user', userId: user, sessionId: `session of ${user}`, isDemo: false } as const
      const answer = await fetch(`${service.url}${buildPath(id, params)}`, {
        method: endpointTable[id].method,
        headers: {
          [IDENTITY_HEADER]: sign('portfolio', principal),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (answer.status !== 200) throw new Error(`${id} returned ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Success<Id>
    },

    async close(): Promise<void> {
      await Promise.all([...running.values()].map((service) => service.close()))
      running.clear()
    },
  }
}

export type Replicas = ReturnType<typeof openReplicas>
