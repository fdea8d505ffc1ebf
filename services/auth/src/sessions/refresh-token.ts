import { createHash, createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const textPattern = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits. Only the browser has the token; the database has its hash. */
export type RefreshToken = Buffer

export function createRefreshToken(): RefreshToken {
  return randomBytes(TOKEN_BYTES)
}

export function writeRefreshToken(token: RefreshToken): string {
  return token.toString('base64url')
}

/** Returns null if the text cannot be one of our tokens. */
export function readRefreshToken(text: string | undefined): RefreshToken | null {
  return text !== undefined && textPattern.test(text) ? Buffer.from(text, 'base64url') : null
}

export function hashRefreshToken(token: RefreshToken): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Encrypts a token's successor with the token itself. If the token is used again within the grace period, the response
 * must contain the same successor, but the database alone must reveal neither token.
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
