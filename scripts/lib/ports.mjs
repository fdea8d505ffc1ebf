import { createServer } from 'node:net'

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
