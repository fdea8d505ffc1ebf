import { splitSentences } from '../grounding/ground.ts'

type ClaimKind = 'promise' | 'forecast' | 'order' | 'advice'

const NEGATED =
  /\b(?:no|not|never|nothing|nobody|none|cannot|without|neither|isn't|aren't|don't|doesn't|can't|won't|nor)\b/iu
const CONDITIONAL = /\b(?:if|unless|when|whether|would|could|might|may|suppose|assum)/iu
const MOVES =
  '(?:rise|fall|climb|drop|rally|crash|soar|double|triple|reach|hit|go (?:up|down)|increase|decrease|explode|moon|outperform)'

const claims: readonly { readonly kind: ClaimKind; readonly isClaim: (sentence: string) => boolean }[] = [
  {
    kind: 'promise',
    isClaim: (sentence) =>
      /\bguarante+\w*|\brisk[- ]?free\b|\bno[- ]risk\b|\bzero risk\b|\bsure thing\b|\bcan(?:not|['’]?t) (?:lose|fail)\b|\b100 ?% safe\b|\bfree money\b/iu.test(
        sentence,
      ) &&
      !(
        NEGATED.test(sentence.replace(/\bno[- ]risk\b|\bcan(?:not|['’]?t) (?:lose|fail)\b/giu, '')) ||
        /\?\s*$/u.test(sentence)
      ),
  },
  {
    kind: 'forecast',
    isClaim: (sentence) =>
      new RegExp(
        `(?:\\b(?:stock|shares?|price|it|market)|\\b[A-Z]{1,5})\\s+(?:will|is going to|is certain to|is about to)\\s+(?:\\w+ly\\s+)?${MOVES}\\b`,
        'u',
      ).test(sentence) && !(CONDITIONAL.test(sentence) || NEGATED.test(sentence)),
  },
  {
    kind: 'order',
    isClaim: (sentence) =>
      /\b(?:I|we)(?:['’]ve| have| just| have just|['’]ve just)?\s+(?:placed|submitted|executed|bought|sold|opened|closed|rolled|entered|filled|cancell?ed|transferred|deleted|added)\b/iu.test(
        sentence,
      ) ||
      (/\b(?:order|trade|position)s?\s+(?:has been|have been|was|were|is|are)\s+(?:now\s+)?(?:placed|submitted|executed|filled|routed)\b/iu.test(
        sentence,
      ) &&
        !NEGATED.test(sentence)),
  },
  {
    kind: 'advice',
    isClaim: (sentence) =>
      /\byou (?:should|must|have to|need to|ought to) (?:\w+ly )?(?:buy|sell|short|invest|put|close|roll|write|hold)\b/iu.test(
        sentence,
      ) && !(NEGATED.test(sentence) || CONDITIONAL.test(sentence)),
  },
]

/**
 * Finds claims that the coach must not make: promises, price forecasts, reports of placed orders, and instructions to
 * trade.
 */
export function findClaim(sentence: string): ClaimKind | null {
  return claims.find(({ isClaim }) => isClaim(sentence))?.kind ?? null
}

export function withoutClaims(text: string): { readonly text: string; readonly claims: readonly ClaimKind[] } {
  const found: ClaimKind[] = []
  const lines = text.split('\n').flatMap((line) => {
    const sentences = splitSentences(line)
    const kept = sentences.filter(({ text: sentence, isMark }) => {
      const kind = isMark ? null : findClaim(sentence)
      if (kind !== null) found.push(kind)
      return kind === null
    })
    if (kept.length === sentences.length) return [line]
    return kept.some(({ isMark }) => !isMark)
      ? [
          kept
            .map((sentence) => sentence.text)
            .join('')
            .trimEnd(),
        ]
      : []
  })
  return { text: lines.join('\n').trim(), claims: found }
}
