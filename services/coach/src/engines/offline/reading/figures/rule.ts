import type { RoleName } from './roles.ts'

type Kind = 'plain' | 'money' | 'percent'
export interface RoleRule {
  readonly role: RoleName | 'none'
  /** Matches the message in which `#` is the number, `<role>` one that is known, and `№` any other. */
  readonly when: RegExp
  readonly kind?: Kind
  readonly least?: number
  readonly most?: number
  readonly isWhole?: true
  readonly scale?: number
}

const WORDS: Readonly<Record<string, string>> = {
  /** Small words between a noun and its number. */
  IS: String.raw`(?:[ :=,]+(?:is|are|was|were|of|at|for|from|about|around|roughly|only|just|now|currently|trad\w+|today|priced|it|it's|its|my|the|a|an|price|basis|per share|a share|shares?|me|up|sits?|to|§|@|costs?|went|goes|like))*[ :=@~(]*`,
  SELL: String.raw`\b(?:sold|sell|sells|selling|wrote|write|writing|short|shorted|open(?:ed)?|shorting)`,
  GOT: String.raw`\b(?:sold|sell|sells|selling|wrote|write|writing|got|get|getting|received?|receiving|collect(?:ed|ing|s)?|took in|take in|taking in|took|pocket(?:ed|ing)?|earn(?:ed|s)?|bring\w*|brought(?: in)?|pays?|paying|paid me|makes?|made)`,
  /** Words of one clause without a number. */
  SOME: '[^.;?!#№<>]',
  CALLS: String.raw`(?:covered |short |otm |itm |weekly |monthly |more |open |§ |¤ )*(?:calls?|puts?|ccs?|options?)\b`,
  PER: String.raw`(?:per|a|an|each|every|\/|for each|for every|in a)`,
}
export const rule = (role: RoleRule['role'], when: string, more: Omit<RoleRule, 'role' | 'when'> = {}): RoleRule => ({
  role,
  when: new RegExp(
    Object.entries(WORDS).reduce((text, [name, words]) => text.replaceAll(name, words), when),
    'u',
  ),
  ...more,
})
export const PERCENT = { kind: 'percent' } as const
export const COUNT = { kind: 'plain', isWhole: true } as const
export const CLOSES = String.raw`(?:close[sd]?|ends?|ended|finish\w*|expires?|lands?|tanks?|tanked|drops?|dropped|falls?|fell|rallie[sd]|rally|runs?|ran|goes|go|went|hits?|shoots?|shot|rips?|crash\w*|settles?|sinks?|pins?|pinned|moons?|climbs?|rises?|jumps?|is|was|sits|stays)`
