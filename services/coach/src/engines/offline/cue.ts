import type { Understanding } from './understanding.ts'

/** What speaks for an intent, or against it, and how much. */
export type Cue = readonly [cue: RegExp | ((said: Understanding) => boolean), weight: number]

export const ASKS =
  /\b(?:what|what's|whats|which|how|when|where|is|are|does|do|can|define|explain|meaning|tell me|describe)\b/u
export const hasSymbol = ({ symbols, unknownName }: Understanding) => symbols.length > 0 || unknownName !== null
export const hasStrike = ({ slots }: Understanding) => slots.strike?.isPoint === true
export const hasMoney = ({ slots }: Understanding) => slots.entryPrice !== null && slots.premium?.isPoint === true
export const owns = /\bmy\b|\bi(?:'m| am)? (?:have|hold|own|holding|short|sold|in)\b|\bi've\b|\bmine\b/u
