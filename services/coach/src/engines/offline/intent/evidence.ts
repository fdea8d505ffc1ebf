import type { Feature } from './features.ts'

/** How much it weighs where all of these are there; `!` where one has to be absent. */
export type Evidence = readonly [weight: number, ...features: (Feature | `!${Feature}`)[]]
