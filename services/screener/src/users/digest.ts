import { hash } from 'node:crypto'

/** Key that changes with a text and does not reveal it. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')
