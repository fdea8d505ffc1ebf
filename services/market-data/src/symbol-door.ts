import type { FastifyInstance } from 'fastify'
import type { ReferenceSource } from './providers/provider.ts'
import { resolveSymbol } from './symbols.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer has to say of the symbol that was typed. */
    symbolNote: string | null
  }
}

/**
 * Brings the `:symbol` of every address to the form the market lists it by, before any handler runs, and puts what there is
 * to say of it before the answer's own message (D62). Call it before the routes are registered.
 */
export function installSymbolDoor(app: FastifyInstance, reference: ReferenceSource): void {
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
