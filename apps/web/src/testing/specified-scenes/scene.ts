import type { Handler } from '../fake-network.ts'
import type { SpecifiedPlace } from '../specified-texts.ts'

/** Expects a place's texts to be shown now or soon. */
export type See = (place: SpecifiedPlace, read?: () => readonly string[]) => Promise<void>

/** Visits several places in order, opening as few pages as possible. */
export interface Walk {
  readonly places: readonly SpecifiedPlace[]
  readonly go: (see: See) => Promise<void>
}

/** Values for the placeholders of the specification. */
export const fillings = { message: 'The market rests.', detail: 'The strike is not real', score: '50' } as const

/** A response that does not come from the server and has no error message. */
export const explainNothing: Handler = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

export const never: Handler = () => new Promise(() => {})
