import type { AttentionList } from '../../../api/portfolio-endpoints.ts'

/** UI text for the attention strip. */
export const attentionWords = {
  title: 'Needs attention',
  failed: 'Could not load what needs attention.',
  nothing: 'Nothing needs attention now.',
  dividends: 'in dividends above the time value left',
  reasons: 'Reasons and counts',
  positions: 'Positions that need attention',
  call: (strike: string, term: string) => `${strike} call, ${term}`,
  expired: 'expired',
  atStake: 'in dividends above the time value left, for all shares.',
} as const

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** `3 positions need action, 5 have other reasons`; a position can be in both counts. */
export function describeCounts({ actions, others }: Pick<AttentionList, 'actions' | 'others'>): string {
  const parts = [
    actions > 0 && `${count(actions, 'position needs', 'positions need')} action`,
    others > 0 &&
      (actions > 0
        ? `${count(others, 'has', 'have')} other reasons`
        : `${count(others, 'position needs', 'positions need')} a look`),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Writes one line for each reason that applies, or may apply, to a position. */
export function describeReasons({ reasons }: Pick<AttentionList, 'reasons'>): readonly string[] {
  return reasons
    .filter(({ count: held, unknown }) => held > 0 || unknown > 0)
    .map(({ label, count: held, unknown }) => {
      const open = unknown > 0 ? `, unknown for ${unknown}` : ''
      return `${label} (${held}${open})`
    })
}
