import type { Feature } from './features.ts'

/** A weight that counts if all features are present; `!` requires a feature to be absent. */
export type Evidence = readonly [weight: number, ...features: (Feature | `!${Feature}`)[]]
