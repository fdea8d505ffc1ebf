import { formerSymbols, listSymbolReadings, readSymbolSpelling } from '@callwright/contracts'
import type { FastifyInstance } from 'fastify'
import { unknownSymbol } from './errors.ts'
import type { ListedSymbol, ReferenceSource } from './providers/provider.ts'

/** The only valid symbol format; it also keeps path-like input out of file names. */
const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,3})?$/

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text)
}

/** Converts a symbol to exchange form, however a user or vendor writes it: `brk-b` becomes `BRK.B`. */
export function normalizeSymbol(symbol: string): string {
  return readSymbolSpelling(symbol)?.symbol ?? symbol.trim().toUpperCase()
}

export interface FoundSymbol {
  readonly listed: ListedSymbol
  /** A sentence that says the input is a former ticker; null otherwise. */
  readonly note: string | null
}

/**
 * Resolves a symbol in any spelling (D62): first as written, then as a class share without its dot, then as a former
 * ticker. Null if the market lists none of them.
 */
export async function findListedSymbol(reference: ReferenceSource, typed: string): Promise<FoundSymbol | null> {
  const spelling = readSymbolSpelling(typed)
  if (spelling === null) return null
  for (const symbol of listSymbolReadings(spelling.symbol)) {
    const listed = await reference.findSymbol(symbol)
    if (listed !== null) return { listed, note: null }
  }
  const successor = formerSymbols.get(spelling.symbol)
  const listed = successor === undefined ? null : await reference.findSymbol(successor)
  return listed === null ? null : { listed, note: `${spelling.symbol} is now ${listed.symbol}.` }
}

/** Like `findListedSymbol`, but throws `unknown_symbol` if nothing matches. */
async function resolveSymbol(reference: ReferenceSource, typed: string): Promise<FoundSymbol> {
  const found = await findListedSymbol(reference, typed)
  if (found === null) throw unknownSymbol(typed.trim().toUpperCase())
  return found
}

/** The symbol as the source lists it. Throws `unknown_symbol`. */
export async function getListedSymbol(reference: ReferenceSource, symbol: string): Promise<ListedSymbol> {
  return (await resolveSymbol(reference, symbol)).listed
}

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
