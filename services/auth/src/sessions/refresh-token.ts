import { createHash, createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const textPattern = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits. Only the browser has them; we keep their hash. */
export type RefreshToken = Buffer

export function createRefreshToken(): RefreshToken {
  return randomBytes(TOKEN_BYTES)
}

export function writeRefreshToken(token: RefreshToken): string {
  return token.toString('base64url')
}

/** Null for what cannot be one of ours. */
export function readRefreshToken(text: string | undefined): RefreshToken | null {
  return text !== undefined && textPattern.test(text) ? Buffer.from(text, 'base64url') : null
}

export function hashRefreshToken(token: RefreshToken): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The successor of a token, readable only by who holds that token: a second use within the grace time must answer with
 * the same successor, and the database alone must give away neither.
 */
export function sealSuccessor(token: RefreshToken, successor: RefreshToken): Buffer {
  return combine(token, successor)
}

export function openSuccessor(token: RefreshToken, sealed: Buffer): RefreshToken {
  return combine(token, sealed)
}

function combine(token: RefreshToken, content: Buffer): Buffer {
  const pad = createHmac('sha256', token).update('callwright refresh successor').digest()
  return Buffer.from(pad.map((byte, index) => byte ^ (content[index] ?? 0)))
}
