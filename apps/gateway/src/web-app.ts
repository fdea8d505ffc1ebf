import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Runtime, sendNotFound } from '@callwright/service'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The document at `/`, and the one at every other page address. */
const LANDING = 'index.html'
const APPLICATION = 'app.html'
const hashedFolder = `${sep}assets${sep}`

/** Serves the two built documents: hashed assets for good, everything else asked for anew each time. */
export async function registerWebApp(app: FastifyInstance, runtime: Runtime, webRoot: string): Promise<void> {
  if (!isBuilt(webRoot)) runtime.log.warn('web.not_built')
  await app.register(serveStatic, {
    root: webRoot,
    suppressWarning: true,
    index: [LANDING],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.slice(webRoot.length).startsWith(hashedFolder)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** An address without a file of its own is one of the application's own routes, when a page is asked for. */
export function createPageFallback(webRoot: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') === true
    if (!wantsPage || request.url.startsWith('/assets/')) return sendNotFound(request, reply)
    if (isBuilt(webRoot)) return reply.sendFile(APPLICATION)
    return reply
      .code(503)
      .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('The web app has not been built yet.')
  }
}

function isBuilt(webRoot: string): boolean {
  return [LANDING, APPLICATION].every((document) => existsSync(join(webRoot, document)))
}
