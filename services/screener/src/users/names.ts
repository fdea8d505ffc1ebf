import { badRequest } from '@callwright/service'

const CONTROL = /\p{Cc}/u

/** A user's name for something stored, and the key under which it is unique. */
export interface OwnName {
  readonly name: string
  readonly nameKey: string
}

/** Reads a name: trims it and joins inner spaces. Throws a 400 for a blank one. */
export function readName(typed: string): OwnName {
  const name = readText('name', typed).trim().replace(/\s+/g, ' ')
  if (name === '') throw invalid('name', 'must not be blank')
  return { name, nameKey: name.normalize('NFKC').toLowerCase() }
}

/** Rejects lone surrogates and control characters; PostgreSQL rejects some of them too. */
export function readText(field: string, text: string): string {
  if (!text.isWellFormed()) throw invalid(field, 'must be valid Unicode text')
  if (CONTROL.test(text)) throw invalid(field, 'must not contain control characters')
  return text
}

const invalid = (field: string, detail: string) => badRequest('validation', `${field} ${detail}.`, [{ field, detail }])
