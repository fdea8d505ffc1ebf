import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { filesRefused, unreadableForm } from './errors.ts'

/** Adds parsers for urlencoded and multipart forms to Fastify's JSON parser, all with the same body limit (D31). */
export async function installBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> =>
      parseMultipart(body, request.headers['content-type'] ?? ''),
  )
}

/**
 * Parses the fields of a multipart form. A repeated field becomes a list, as in urlencoded forms, so that the schema
 * rejects it.
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, string | string[]>> {
  const form = await readForm(body, contentType)
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw filesRefused()
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(fields)
}

async function readForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw unreadableForm(error)
  }
}
