import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Runtime, sendNotFound } from '@callwright/service'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** HTML documents for the landing page (`/`) and for all other pages. */
const LANDING = 'index.html'
const APPLICATION = 'app.html'
const hashedFolder = `${sep}assets${sep}`

/**
 * Serves the two built documents and their assets. Hashed assets are immutable; browsers revalidate everything else.
 */
export async function registerWebApp(app: FastifyInstance, runtime: Runtime, webRoot: string): Promise<void> {
  if (!isBuilt(webRoot)) runtime.log.warn('web.not_built')
  app.get(`/${LANDING}`, (_request, reply) => redirectHome(reply))
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

/** Whether the request is a browser's page navigation. */
export const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

export const redirectHome = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect('/', 302)

/** Serves the application for page navigations without a matching file. */
export function createPageFallback(webRoot: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    if (!acceptsHtml(request) || request.url.startsWith('/assets/')) return sendNotFound(request, reply)
    if (isBuilt(webRoot)) return reply.sendFile(APPLICATION)
    return reply
      .code(503)
      .headers({ 'retry-after': '5', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('The web app has not been built yet. Run `npm run build`.')
  }
}

function isBuilt(webRoot: string): boolean {
  return [LANDING, APPLICATION].every((document) => existsSync(join(webRoot, document)))
}
