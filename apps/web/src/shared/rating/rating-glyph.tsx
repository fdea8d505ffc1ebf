import type { RatingBand } from './rating-view.ts'

/** Icon for a rating band that does not depend on color: a star, or a full, three-quarter, half or quarter disc. */
export function RatingGlyph({ band, size = 13 }: { readonly band: RatingBand; readonly size?: number }) {
  const { glyph, color } = band
  if (glyph === 'star') {
    return (
      <svg width={size} height={size} viewBox="0 0 14 14" fill={color} aria-hidden="true">
        <path d="M7 1 8.85 5 13.2 5.5 10 8.5 10.8 12.8 7 10.7 3.2 12.8 4 8.5 .8 5.5 5.15 5z" />
      </svg>
    )
  }
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.25" fill="none" stroke={color} strokeWidth="1.5" />
      <path d={discs[glyph]} fill={color} />
    </svg>
  )
}

const discs = {
  full: 'M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2z',
  'three-quarter': 'M7 7V2a5 5 0 1 1-5 5z',
  half: 'M7 2a5 5 0 0 1 0 10z',
  quarter: 'M7 7V2a5 5 0 0 1 5 5z',
} as const
