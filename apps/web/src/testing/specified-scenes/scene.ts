import type { Handler } from '../fake-network.ts'
import type { SpecifiedPlace } from '../specified-texts.ts'

/** Waits until the texts that the specification requires in this place are shown. */
export type See = (place: SpecifiedPlace, read?: () => readonly string[]) => Promise<void>

/** Visits several places one after another, with as few page loads as possible. */
export interface Walk {
  readonly places: readonly SpecifiedPlace[]
  readonly go: (see: See) => Promise<void>
}

/** Values that replace the specification's placeholders. */
export const fillings = { message: 'The market rests.', detail: 'The strike is not real', score: '50' } as const

/** An error response without a message, as a proxy in front of the server might send it. */
export const explainNothing: Handler = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

export const never: Handler = () => new Promise(() => {})
