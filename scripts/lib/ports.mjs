import { createServer } from 'node:net'
import { portTable } from './settings.mjs'

const listening = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address.port))
    })
  })

/** If the host lacks the address family, the port counts as free. */
export async function isFree(port, host = '127.0.0.1') {
  try {
    await listening(port, host)
    return true
  } catch (error) {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return true
    return false
  }
}

/** Finds a loopback port that is currently free. */
export const freePort = () => listening(0, '127.0.0.1')

/** Ports that this stack will listen on: { port, owner, variable, host }. */
export function neededPorts({ settings, services }) {
  const ownDatabase = settings.databaseUrl === null
  const ownRedis = settings.redis.cache === null || settings.redis.queue === null
  const table = portTable(settings.basePort)
  const http = ['gateway', ...services].flatMap((name) => [
    { port: table[name].port, owner: name, variable: 'BASE_PORT', host: settings.host },
    { port: table[name].opsPort, owner: `${name} ops`, variable: 'BASE_PORT', host: settings.host },
  ])
  return [
    ...http,
    ...(ownDatabase ? [{ port: settings.pgPort, owner: 'PostgreSQL', variable: 'PG_PORT' }] : []),
    ...(ownRedis ? [{ port: settings.redisPort, owner: 'Redis', variable: 'REDIS_PORT' }] : []),
  ]
}

export async function takenPorts(needed, free = isFree) {
  const taken = await Promise.all(
    needed.map(async ({ port, owner, host }) => {
      if (!(await free(port, host))) return true
      // For "localhost", browsers try ::1 first, so a program listening there would receive the requests.
      return owner === 'gateway' && !(await free(port, '::1'))
    }),
  )
  return needed.filter((_, index) => taken[index])
}

export const takenMessage = (taken) =>
  taken
    .map(
      ({ port, owner, variable }) =>
        `Port ${port} (${owner}) is in use by another program. Set ${variable} to use a different one.`,
    )
    .concat(`For example: ${taken[0].variable}=${taken[0].port + 10_000} npm start`)
    .join('\n')

/** Finds the first `count` free ports in a range. */
export async function freeOf(range, count, free = isFree) {
  const found = []
  for (const port of range) {
    if (found.length === count) break
    if (await free(port)) found.push(port)
  }
  if (found.length < count) throw new Error(`No free port between ${range.at(0)} and ${range.at(-1)}`)
  return found
}
