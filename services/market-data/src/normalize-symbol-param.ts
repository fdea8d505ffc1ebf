import type { FastifyInstance } from 'fastify'
import type { ReferenceSource } from './providers/provider.ts'
import { resolveSymbol } from './symbols.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Note about the requested symbol, to put before the response's message. */
    symbolNote: string | null
  }
}

/**
 * Normalizes the `:symbol` parameter of every route before its handler runs, and puts any note about it before the
 * response's message (D62). Register it before the routes.
 */
export function installSymbolNormalizer(app: FastifyInstance, reference: ReferenceSource): void {
  app.decorateRequest('symbolNote', null)
  app.addHook('preHandler', async (request) => {
    const { params } = request
    if (!hasSymbol(params)) return
    const { listed, note } = await resolveSymbol(reference, params.symbol)
    params.symbol = listed.symbol
    request.symbolNote = note
  })
  app.addHook('preSerialization', async ({ symbolNote }, _reply, payload) => {
    if (symbolNote === null || !hasMessage(payload)) return payload
    return { ...payload, message: payload.message === null ? symbolNote : `${symbolNote} ${payload.message}` }
  })
}

function hasSymbol(params: unknown): params is { symbol: string } {
  return isRecord(params) && typeof params.symbol === 'string'
}

function hasMessage(payload: unknown): payload is { readonly message: string | null } {
  return isRecord(payload) && (payload.message === null || typeof payload.message === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
