import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SHARED_STACK, type SiteStack, startSiteStack } from './site-stack.ts'

/**
 * Runs in Jest's own process, so that test files in different workers can use one stack. The stack starts when a file
 * asks for it, because a run of other files does not need it.
 */
let stack: Promise<SiteStack> | undefined

const server = createServer((request, response) => {
  respond(request, response).catch((error) => response.writeHead(500).end(String(error)))
})

async function respond({ url: path }: IncomingMessage, response: ServerResponse): Promise<void> {
  stack ??= startSiteStack(7)
  const { url, dataDir, listMails } = await stack
  response.end(JSON.stringify(path === '/mails' ? await listMails() : { url, dataDir }))
}

export default async function openSharedStack(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[SHARED_STACK] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closeSharedStack(): Promise<void> {
  server.close()
  server.closeAllConnections()
  const started = await stack?.catch(() => undefined)
  await started?.stop()
}
