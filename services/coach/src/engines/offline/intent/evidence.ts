import type { Feature } from './features.ts'

/** A weight that counts only if all of its features are present. A feature marked `!` must be absent instead. */
export type Evidence = readonly [weight: number, ...features: (Feature | `!${Feature}`)[]]
